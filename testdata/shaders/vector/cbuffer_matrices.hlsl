// dxc: -T cs_6_0 -E main
// exec: groups 1; b0,space2: three matrices; t0 structured (stride 16); u0,space1 structured (stride 16): what the code says
// Catches: rows of constant buffers loaded once and used for another.
cbuffer C : register(b0, space2) { float4x4 A, B; row_major float4x4 D; };
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = In[i];
    float4 a = mul(A, v), b = mul(B, v);
    Out[i] = mul(D, a + b) + mul(A, b);
}
