// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8x8; u0,space1 texture 2D R32_UINT 4x4, 0 before; u1,space1 texture 2D array R32_UINT 4x4x2, ~0 before
//       (texel p & 3: 4 threads each, or of 1 << (p.x >> 2) << 2*(p.y >> 2); array texel: umin of thread index)
// Catches: image atomics with two and three coordinates.
RWTexture2D<uint> Bits : register(u0, space1);
RWTexture2DArray<uint> Lowest : register(u1, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    InterlockedOr(Bits[p & 3], 1u << ((p.x >> 2) + 2 * (p.y >> 2)));
    InterlockedMin(Lowest[uint3(p & 3, p.x >> 2)], t);
}
