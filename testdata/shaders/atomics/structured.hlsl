// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 structured (stride 16): 4 elements {uint a; int b; uint c;
//       uint d}, before all {0, 0, ~0, 9}: for element t & 3: a += x, b = imax(b, (int)x), c = umin(c, x), d: d == 9
//       replaced by t & 3 once
// Catches: atomics on members at an offset inside a structured element.
struct Cell { uint a; int b; uint c; uint d; };
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<Cell> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t], k = t & 3, old;
    InterlockedAdd(Out[k].a, x);
    InterlockedMax(Out[k].b, (int)x);
    InterlockedMin(Out[k].c, x);
    InterlockedCompareExchange(Out[k].d, 9, k, old);
}
