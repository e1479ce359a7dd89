// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 typed R32_UINT: 8 texels, before 0, ~0, 0, 0, ~0, 0, 5, 5;
//       u1,space1 typed R32_SINT: 2 texels, before 0x7fffffff, -0x80000000 (uint: add, and, or, xor, min, max,
//       compare-exchange 5 -> 50, exchange with 8; int: min, max)
// Catches: atomics on texel buffers, signed ones on a signed format.
StructuredBuffer<uint> In : register(t0);
RWBuffer<uint> Unsigned : register(u0, space1);
RWBuffer<int> Signed : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t], old;
    InterlockedAdd(Unsigned[0], x);
    InterlockedAnd(Unsigned[1], x);
    InterlockedOr(Unsigned[2], x);
    InterlockedXor(Unsigned[3], x);
    InterlockedMin(Unsigned[4], x);
    InterlockedMax(Unsigned[5], x);
    InterlockedCompareExchange(Unsigned[6], 5, 50, old);
    InterlockedExchange(Unsigned[7], 8, old);
    InterlockedMin(Signed[0], (int)x);
    InterlockedMax(Signed[1], (int)x);
}
