// dxc: -T vs_6_0 -E main
// draw: with binding/graphics_ps: root CBV b0 visible to the vertex stage only
// Catches: shader visibility: b0 of the vertex stage is another parameter than b0 of the pixel stage.
#define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), RootConstants(num32BitConstants=4, b0, visibility=SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t0), visibility=SHADER_VISIBILITY_PIXEL), StaticSampler(s0, filter=FILTER_MIN_MAG_MIP_LINEAR, visibility=SHADER_VISIBILITY_PIXEL)"
cbuffer Transform : register(b0) { float4x4 M; };
struct Output { float2 uv : TEXCOORD; float4 position : SV_Position; };

[RootSignature(RS)]
Output main(float3 p : POSITION, float2 uv : TEXCOORD) {
    Output o;
    o.uv = uv;
    o.position = mul(M, float4(p, 1));
    return o;
}
