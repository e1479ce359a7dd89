// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 4 words (high and low word of the unsigned product,
//       high and low word of the signed product)
// Catches: zext/sext to i64, 64-bit multiplication, constant shifts by 32.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint64_t wide = (uint64_t)v.x * v.y;
    int64_t wideSigned = (int64_t)(int)v.x * (int)v.y;
    Out.Store4(i * 16, uint4((uint)(wide >> 32), (uint)wide, (uint)(wideSigned >> 32), (uint)wideSigned));
}
