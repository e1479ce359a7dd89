// dxc: -T cs_6_2 -E main -enable-16bit-types
// dxc[od]: -T cs_6_2 -E main -enable-16bit-types -Od
// exec: groups 1; t0 structured (stride 4): 64 x (uint16 a, uint16 b); u0,space1 structured (stride 2): 64 x 16 uint16
//       (a+b, a-b, a*b, a/b, a%b, a<<(b&15), a>>(b&15) logical, arithmetic, umin, umax, imin, imax, a&b, a^b, ~a,
//       signed a/b where b is neither 0 nor -1)
// Catches: 16-bit wrap-around, shift counts of 16 and more (low four bits count), signs in 16 bits.
struct Pair { uint16_t a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<uint16_t> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint16_t a = In[i].a, b = In[i].b;
    int16_t sa = (int16_t)a, sb = (int16_t)b;
    uint o = i * 16;
    Out[o + 0] = a + b;
    Out[o + 1] = a - b;
    Out[o + 2] = a * b;
    Out[o + 3] = a / b;
    Out[o + 4] = a % b;
    Out[o + 5] = a << b;
    Out[o + 6] = a >> b;
    Out[o + 7] = (uint16_t)(sa >> sb);
    Out[o + 8] = min(a, b);
    Out[o + 9] = max(a, b);
    Out[o + 10] = (uint16_t)min(sa, sb);
    Out[o + 11] = (uint16_t)max(sa, sb);
    Out[o + 12] = a & b;
    Out[o + 13] = a ^ b;
    Out[o + 14] = ~a;
    Out[o + 15] = (uint16_t)(sa / sb);
}
