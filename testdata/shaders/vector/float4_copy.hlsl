// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): t0 times 2
// Catches: wrong components of whole elements.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = In[i] * 2;
}
