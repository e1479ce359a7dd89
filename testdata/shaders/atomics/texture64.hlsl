// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 texture 2D R64_UINT 2x2, before 0, 0 / ~0, 7; u1,space1 typed R64_SINT 2
//       texels, 0 before (2D: add, xor / umin, compare-exchange 7 -> 2^40; buffer: imin, imax)
// Catches: 64-bit atomics on textures and typed buffers (shader model 6.6).
StructuredBuffer<uint64_t> In : register(t0);
RWTexture2D<uint64_t> Image : register(u0, space1);
RWBuffer<int64_t> Texels : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint64_t x = In[t], old;
    InterlockedAdd(Image[uint2(0, 0)], x);
    InterlockedXor(Image[uint2(1, 0)], x);
    InterlockedMin(Image[uint2(0, 1)], x);
    InterlockedCompareExchange(Image[uint2(1, 1)], 7ull, 1ull << 40, old);
    InterlockedMin(Texels[0], (int64_t)x);
    InterlockedMax(Texels[1], (int64_t)x);
}
