// dxc: -T cs_6_2 -E main -denorm ftz
// exec: groups 1; t0 structured (stride 4): 64 x (float a, float b); u0,space1 structured (stride 4): 64 words (bits: a == b, a != b, a < b,
//       a <= b, a > b, a >= b, a != 0, a > -0.0)
// Catches: denormals that a comparison sees where they are to be flushed, on devices without the mode too.
struct Pair { float a, b; };
StructuredBuffer<Pair> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float a = In[i].a, b = In[i].b;
    uint bits = a == b ? 1 : 0;
    bits |= a != b ? 2 : 0;
    bits |= a < b ? 4 : 0;
    bits |= a <= b ? 8 : 0;
    bits |= a > b ? 16 : 0;
    bits |= a >= b ? 32 : 0;
    bits |= a != 0.0 ? 64 : 0;
    bits |= a > -0.0 ? 128 : 0;
    Out[i] = bits;
}
