// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 x (half a, half b); u0,space1 raw: 64 x 1 word
//       bit 0 <, 1 <=, 2 >, 3 >=, 4 ==, 5 !=, 6 isnan(a), 7 isinf(a), 8 isfinite(a)
// Catches: 16-bit compares and class tests; a test on 32-bit exponent bits is wrong here.
struct Pair { half a, b; };
StructuredBuffer<Pair> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    half a = In[i].a, b = In[i].b;
    uint r = (uint)(a < b) | (uint)(a <= b) << 1 | (uint)(a > b) << 2 | (uint)(a >= b) << 3 | (uint)(a == b) << 4 |
             (uint)(a != b) << 5 | (uint)isnan(a) << 6 | (uint)isinf(a) << 7 | (uint)isfinite(a) << 8;
    Out.Store(i * 4, r);
}
