// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 structured (stride 16), u0,space1 structured (stride 16)
// Catches: local arrays that are indexed accessed by component, or with bounds that ranges make superfluous.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = In[i];
    float4 list[8];
    [unroll] for (uint k = 0; k < 8; k++) list[k] = v * k + v.yzwx;
    float4 sum = 0;
    [loop] for (uint n = 0; n < 8; n++) {
        uint at = (asuint(v.x) >> n ^ i) & 7;
        sum += list[at];
        list[n] = sum * 0.5;
    }
    Out[i] = sum + list[i & 7];
}
