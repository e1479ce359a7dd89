// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 64 x (int a, int b) with |a|, |b| < 128; u0,space1 structured (stride 4):
//       64 x 8 ints (a+b, a-b, a*b, a>>1, min, max, a<b ? 1 : 0, a&b)
// Catches: min16int is i16 in DXIL with 32-bit storage; sign extension on load and store.
struct Pair { min16int a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<min16int> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16int a = In[i].a, b = In[i].b;
    uint o = i * 8;
    Out[o + 0] = a + b;
    Out[o + 1] = a - b;
    Out[o + 2] = a * b;
    Out[o + 3] = a >> 1;
    Out[o + 4] = min(a, b);
    Out[o + 5] = max(a, b);
    Out[o + 6] = a < b ? (min16int)1 : (min16int)0;
    Out[o + 7] = a & b;
}
