// dxc: -T cs_6_4 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 12): 64 x (half2 a, half2 b, float c); u0,space1 structured (stride 4): 64 floats
// Catches: the accumulator added before the products: 1 * 1 + 1 * 1 + 16777216 is 16777218.
struct Input { half2 a, b; float c; };
StructuredBuffer<Input> In : register(t0);
RWStructuredBuffer<float> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = dot2add(In[i].a, In[i].b, In[i].c);
}
