// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 x (half a, half b); u0,space1 structured (stride 2): 64 x 8 halves
//       (a+b, a-b, a*b, a/b, min, max, saturate(a), -a)
// Catches: native half arithmetic carried out in 32 bits without rounding (2048 + 1 stays 2048), min/max with NaN.
struct Pair { half a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<half> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half a = In[i].a, b = In[i].b;
    Out[i * 8 + 0] = a + b;
    Out[i * 8 + 1] = a - b;
    Out[i * 8 + 2] = a * b;
    Out[i * 8 + 3] = a / b;
    Out[i * 8 + 4] = min(a, b);
    Out[i * 8 + 5] = max(a, b);
    Out[i * 8 + 6] = saturate(a);
    Out[i * 8 + 7] = -a;
}
