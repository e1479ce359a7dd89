// dxc: -T ps_6_0 -E main
// draw: with binding/graphics_vs: texture t0 sampled at uv times root constants b0 (4 floats, pixel visibility)
// Catches: shader visibility.
#define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), RootConstants(num32BitConstants=4, b0, visibility=SHADER_VISIBILITY_PIXEL), DescriptorTable(SRV(t0), visibility=SHADER_VISIBILITY_PIXEL), StaticSampler(s0, filter=FILTER_MIN_MAG_MIP_LINEAR, visibility=SHADER_VISIBILITY_PIXEL)"
cbuffer Tint : register(b0) { float4 Colour; };
Texture2D<float4> T : register(t0);
SamplerState S : register(s0);

[RootSignature(RS)]
float4 main(float2 uv : TEXCOORD) : SV_Target {
    return T.Sample(S, uv) * Colour;
}
