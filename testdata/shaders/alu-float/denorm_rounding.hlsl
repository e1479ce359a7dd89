// dxc: -T cs_6_0 -E main
// dxc[ftz]: -T cs_6_2 -E main -denorm ftz
// exec: groups 1; t0 structured (stride 4): 64 x float x; u0,space1 structured (stride 4): 64 x 4 floats (floor, ceil, frac, x * 1)
// Catches: denormals that rounding sees and the rest of the arithmetic does not.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = In[i];
    Out[i] = float4(floor(x), ceil(x), frac(x), x * In[63]);
}
