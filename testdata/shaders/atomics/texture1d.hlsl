// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 texture 1D R32_UINT 8 wide, 0 before; u1,space1 texture 1D
//       array R32_SINT 8 x 2, 0 before (texel x & 7: count; array texel (x & 7, t & 1): imax of (int)x)
// Catches: image atomics with one coordinate, and with an array slice.
StructuredBuffer<uint> In : register(t0);
RWTexture1D<uint> Counts : register(u0, space1);
RWTexture1DArray<int> Largest : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    InterlockedAdd(Counts[x & 7], 1);
    InterlockedMax(Largest[uint2(x & 7, t & 1)], (int)x);
}
