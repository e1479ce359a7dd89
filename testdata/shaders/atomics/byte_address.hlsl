// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 raw: 12 words, before: 0, ~0, 0, 0, ~0, 0, 0x7fffffff,
//       0x80000000, 77, 5, 5, 0 (add, and, or, xor, umin, umax, imin, imax, exchange by thread 3, compare-exchange 5 -> 50
//       by thread 3, compare-store 5 -> 60 by thread 3, unused); u1,space1 raw: 4 words: old values that thread 3 saw
//       (exchange: 77, compare-exchange: 5, failed compare-exchange: 50, unused)
// Catches: each Interlocked method of a raw buffer.
StructuredBuffer<uint> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Old : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    Out.InterlockedAdd(0, x);
    Out.InterlockedAnd(4, x);
    Out.InterlockedOr(8, x);
    Out.InterlockedXor(12, x);
    Out.InterlockedMin(16, x);
    Out.InterlockedMax(20, x);
    Out.InterlockedMin(24, (int)x);
    Out.InterlockedMax(28, (int)x);
    if (t == 3) {
        uint a, b, c;
        Out.InterlockedExchange(32, x, a);
        Out.InterlockedCompareExchange(36, 5, 50, b);
        Out.InterlockedCompareExchange(36, 6, 99, c);
        Out.InterlockedCompareStore(40, 5, 60);
        Old.Store3(0, uint3(a, b, c));
    }
}
