// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 raw: 10 uint64, before 0, ~0, 0, 0, ~0, 0, imax, imin, 77, 5 (add, and,
//       or, xor, umin, umax, imin, imax, exchange by thread 3, compare-exchange 5 -> 2^40 by thread 3); u1,space1 structured
//       (stride 24) 2 x {uint, uint, uint64 a, uint64 b}, 0 before: element t & 1: a += x, b = umax(b, x), nothing else changed;
//       u2,space1 raw: 3 uint64: what thread 3 saw: 77, 5, 2^40 (a failed compare-exchange)
// Catches: each 64-bit atomic of raw buffers, 64-bit atomics on members of structured elements.
struct Item { uint p, q; uint64_t a, b; };
StructuredBuffer<uint64_t> In : register(t0);
RWByteAddressBuffer Raw : register(u0, space1);
RWStructuredBuffer<Item> Items : register(u1, space1);
RWByteAddressBuffer Old : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint64_t x = In[t];
    Raw.InterlockedAdd64(0, x);
    Raw.InterlockedAnd64(8, x);
    Raw.InterlockedOr64(16, x);
    Raw.InterlockedXor64(24, x);
    Raw.InterlockedMin64(32, x);
    Raw.InterlockedMax64(40, x);
    Raw.InterlockedMin64(48, (int64_t)x);
    Raw.InterlockedMax64(56, (int64_t)x);
    InterlockedAdd(Items[t & 1].a, x);
    InterlockedMax(Items[t & 1].b, x);
    if (t == 3) {
        uint64_t a, b, c;
        Raw.InterlockedExchange64(64, x, a);
        Raw.InterlockedCompareExchange64(72, 5ull, 1ull << 40, b);
        Raw.InterlockedCompareExchange64(72, 6ull, 99ull, c);
        Old.Store<uint64_t>(0, a);
        Old.Store<uint64_t>(8, b);
        Old.Store<uint64_t>(16, c);
    }
}
