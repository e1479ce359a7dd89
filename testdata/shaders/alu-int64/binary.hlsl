// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 16): 64 x (uint64 a, uint64 b); u0,space1 structured (stride 8): 64 x 16 uint64
//       (a+b, a-b, a*b, a/b, a%b, a&b, a|b, a^b, a<<(b&63), a>>(b&63) logical, arithmetic, umin, umax, imin, imax, ~a)
// Catches: 64-bit shift counts over 63, division by zero (all ones), 64-bit multiplication.
struct Pair { uint64_t a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t a = In[i].a, b = In[i].b;
    int64_t sa = (int64_t)a, sb = (int64_t)b;
    uint o = i * 16;
    Out[o + 0] = a + b;
    Out[o + 1] = a - b;
    Out[o + 2] = a * b;
    Out[o + 3] = a / b;
    Out[o + 4] = a % b;
    Out[o + 5] = a & b;
    Out[o + 6] = a | b;
    Out[o + 7] = a ^ b;
    Out[o + 8] = a << b;
    Out[o + 9] = a >> b;
    Out[o + 10] = (uint64_t)(sa >> b);
    Out[o + 11] = min(a, b);
    Out[o + 12] = max(a, b);
    Out[o + 13] = (uint64_t)min(sa, sb);
    Out[o + 14] = (uint64_t)max(sa, sb);
    Out[o + 15] = ~a;
}
