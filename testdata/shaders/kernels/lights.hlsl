// dxc: -T cs_6_0 -E main
// exec: groups 65535; b0,space2: 32 lights of 32 bytes; t0 structured (stride 16): positions; u0,space1 structured (stride 16)
// Catches: rows of constant buffers loaded by component, or more than once.
struct Light { float3 position; float range; float3 color; uint kind; };
cbuffer Lights : register(b0, space2) { float4 Ambient; Light List[32]; };
StructuredBuffer<float4> Positions : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 at = Positions[i];
    float3 sum = Ambient.rgb;
    [loop] for (uint k = 0; k < 32; k++) {
        Light light = List[k];
        float3 to = light.position - at.xyz;
        float square = dot(to, to) + 0.0001;
        float fall = saturate(1 - square * light.range);
        if (light.kind & 1) fall *= fall;
        sum += light.color * (fall * rsqrt(square) * saturate(to.y + at.w));
    }
    Out[i] = float4(sum, Ambient.a);
}
