// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 64 x (uint a, uint b), both below 256; u0,space1 structured (stride 4):
//       64 x 6 uints (a+b, a*b below 65536, a/b with b > 0, a%b, a<<2, a>>1)
// Catches: zero extension of min16uint, division in 16 bits.
struct Pair { min16uint a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<min16uint> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    min16uint a = In[i].a, b = In[i].b;
    uint o = i * 6;
    Out[o + 0] = a + b;
    Out[o + 1] = a * b;
    Out[o + 2] = a / b;
    Out[o + 3] = a % b;
    Out[o + 4] = a << 2;
    Out[o + 5] = a >> 1;
}
