// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint count); u0,space1 raw: 64 x 4 words
//       (a << (count & 31), a >> (count & 31) logical, arithmetic, 1 << (count & 31))
// Catches: a count of 32 or more; D3D uses the low five bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a = In.Load(i * 8);
    uint n = In.Load(i * 8 + 4);
    Out.Store4(i * 16, uint4(a << n, a >> n, (uint)((int)a >> n), 1u << n));
}
