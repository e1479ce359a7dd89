// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 texture 2D R32_UINT 4x2, before ~0, 0, 0, ~0 / 0, 77, 5, 5 (and, or, xor,
//       umin / umax, exchange by thread 3, compare-exchange 5 -> 50 by thread 3, compare-store 5 -> 60 by thread 3); u1,space1
//       texture 2D array R32_SINT 2x1x2, before 0x7fffffff, -0x80000000 in slice 1, 9 in slice 0 (slice 1: imin, imax; slice 0:
//       add of 1, add of 2); u2,space1 raw: what thread 3 saw (exchange 77, compare-exchange 5, failed one 50); every thread also
//       adds to texels (4, 0) and (0, 2) of u0 and (0, 0, 2) of u1, which do not exist
// Catches: each image atomic, signedness, old values, bounds.
StructuredBuffer<uint> In : register(t0);
RWTexture2D<uint> U : register(u0, space1);
RWTexture2DArray<int> S : register(u1, space1);
RWByteAddressBuffer Old : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    InterlockedAnd(U[uint2(0, 0)], x);
    InterlockedOr(U[uint2(1, 0)], x);
    InterlockedXor(U[uint2(2, 0)], x);
    InterlockedMin(U[uint2(3, 0)], x);
    InterlockedMax(U[uint2(0, 1)], x);
    InterlockedMin(S[uint3(0, 0, 1)], (int)x);
    InterlockedMax(S[uint3(1, 0, 1)], (int)x);
    InterlockedAdd(S[uint3(0, 0, 0)], 1);
    InterlockedAdd(S[uint3(1, 0, 0)], 2);
    InterlockedAdd(U[uint2(4, 0)], 1);
    InterlockedAdd(U[uint2(0, 2)], 1);
    InterlockedAdd(S[uint3(0, 0, 2)], 1);
    if (t == 3) {
        uint a, b, c;
        InterlockedExchange(U[uint2(1, 1)], x, a);
        InterlockedCompareExchange(U[uint2(2, 1)], 5, 50, b);
        InterlockedCompareExchange(U[uint2(2, 1)], 6, 99, c);
        InterlockedCompareStore(U[uint2(3, 1)], 5, 60);
        Old.Store3(0, uint3(a, b, c));
    }
}
