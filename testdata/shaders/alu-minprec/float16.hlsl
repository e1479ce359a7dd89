// dxc: -T cs_6_0 -E main
// dxc[sm62]: -T cs_6_2 -E main
// exec: groups 1; t0 structured (stride 8): 64 x (float a, float b); u0,space1 structured (stride 4): 64 x 6 floats
//       (a+b, a*b, min, max, saturate(a), a < b ? 1 : 2); use values exact in half
// Catches: min-precision values are `half` in DXIL yet occupy 32 bits in memory.
struct Pair { min16float a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<min16float> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16float a = In[i].a, b = In[i].b;
    Out[i * 6 + 0] = a + b;
    Out[i * 6 + 1] = a * b;
    Out[i * 6 + 2] = min(a, b);
    Out[i * 6 + 3] = max(a, b);
    Out[i * 6 + 4] = saturate(a);
    Out[i * 6 + 5] = a < b ? (min16float)1 : (min16float)2;
}
