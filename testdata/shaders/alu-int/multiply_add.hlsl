// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (uint a, uint b, uint c); u0,space1 raw: 64 x 6 words
//       (unsigned mad, signed mad, AddUint64({a,b},{c,a}) low and high, abs(int a), sign(int a))
// Catches: imad/umad (DXIL ops) and the carry pair of AddUint64 (uaddc).
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    int3 s = (int3)v;
    uint2 wide = AddUint64(v.xy, v.zx);
    Out.Store4(i * 24, uint4(mad(v.x, v.y, v.z), (uint)mad(s.x, s.y, s.z), wide));
    Out.Store2(i * 24 + 16, uint2((uint)abs(s.x), (uint)sign(s.x)));
}
