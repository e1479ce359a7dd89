// dxc: -T cs_6_6 -E main
// dxc[texels]: -T cs_6_6 -E main -D TEXELS
// exec: groups 1 of 64; root SRV t0 raw: 64 uint64; in the heap at 1 a raw UAV of 4 uint64, at 2 a structured one (stride 16) of 2 x {uint64, int64};
//       with TEXELS at 3 a typed R64_UINT of 2, at 4 a 2D R64_SINT 2x1: raw: add, xor, unsigned max, compare-exchange 7 -> 2^40 by each; structured:
//       element t & 1: and, signed min; typed: or, exchange by thread 9; 2D: signed max, add
// Catches: 64-bit atomics on resources of the heap.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), SRV(t0)"
ByteAddressBuffer In : register(t0);
struct Item { uint64_t all; int64_t least; };

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint64_t x = In.Load<uint64_t>(t * 8), old;
#ifdef TEXELS
    RWBuffer<uint64_t> texels = ResourceDescriptorHeap[3];
    RWTexture2D<int64_t> image = ResourceDescriptorHeap[4];
    InterlockedOr(texels[0], x);
    if (t == 9)
        InterlockedExchange(texels[1], x, old);
    InterlockedMax(image[uint2(0, 0)], (int64_t)x);
    InterlockedAdd(image[uint2(1, 0)], (int64_t)x);
#else
    RWByteAddressBuffer raw = ResourceDescriptorHeap[1];
    RWStructuredBuffer<Item> items = ResourceDescriptorHeap[2];
    raw.InterlockedAdd64(0, x);
    raw.InterlockedXor64(8, x);
    raw.InterlockedMax64(16, x);
    raw.InterlockedCompareExchange64(24, 7ull, 1ull << 40, old);
    InterlockedAnd(items[t & 1].all, x);
    InterlockedMin(items[t & 1].least, (int64_t)x);
#endif
}
