// dxc: -T ps_6_0 -E main -Zi -Qembed_debug
// dxc[slim]: -T ps_6_0 -E main -Zs
// Catches: debug information of a pixel shader with structs, constant buffers and textures.
struct Material { float3 albedo; float roughness; };
cbuffer Params : register(b0, space2) { Material Materials[4]; uint Count; };
Texture2D<float4> T : register(t0);
SamplerState S : register(s0, space3);

float4 main(float2 uv : TEXCOORD, nointerpolation uint id : ID) : SV_Target {
    Material m = Materials[min(id, Count)];
    float4 texel = T.Sample(S, uv);
    float3 colour = lerp(m.albedo, texel.rgb, m.roughness);
    return float4(colour, texel.a);
}
