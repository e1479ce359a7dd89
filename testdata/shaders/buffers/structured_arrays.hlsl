// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 88) 8 x {float w[6]; float4 v[3]; uint n; uint pad[3]}; u0,space1 structured (stride
//       16) 8 x float4: sum of v[k] * w[(n + k) % 6] over k < 3
// Catches: run-time indexes into arrays inside a structured element.
struct Item { float w[6]; float4 v[3]; uint n; uint pad[3]; };
StructuredBuffer<Item> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 sum = 0;
    uint n = In[i].n;
    [loop] for (uint k = 0; k < 3; ++k)
        sum += In[i].v[k] * In[i].w[(n + k) % 6];
    Out[i] = sum;
}
