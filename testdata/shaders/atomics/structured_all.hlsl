// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 structured (stride 36) 2 elements {uint c[9]}, before {~0, 0, 0, ~0, 0,
//       77, 5, 5, 9}: element t & 1: and, or, xor, umin, umax, exchange (by threads 2 and 3), compare-exchange 5 -> 50 and 6 -> 99 (the
//       same), compare-store 5 -> 60, c[8] stays; u1,space1 raw: 2 x 3 words: what threads 2 and 3 saw: 77, 5, 50
// Catches: each Interlocked function on words of a structured element.
struct Cells { uint c[9]; };
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<Cells> Out : register(u0, space1);
RWByteAddressBuffer Old : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t], k = t & 1;
    InterlockedAnd(Out[k].c[0], x);
    InterlockedOr(Out[k].c[1], x);
    InterlockedXor(Out[k].c[2], x);
    InterlockedMin(Out[k].c[3], x);
    InterlockedMax(Out[k].c[4], x);
    if (t == 2 || t == 3) {
        uint a, b, c;
        InterlockedExchange(Out[k].c[5], x, a);
        InterlockedCompareExchange(Out[k].c[6], 5, 50, b);
        InterlockedCompareExchange(Out[k].c[6], 6, 99, c);
        InterlockedCompareStore(Out[k].c[7], 5, 60);
        Old.Store3(k * 12, uint3(a, b, c));
    }
}
