// dxc: -T ps_6_0 -E main
// draw: with sample_vs: two triangles, each with a texture of its own behind the constant's index; texel * tint + offset.
// Catches: anything but the shortest way to a root constant, a root CBV, a table CBV and a bindless texture.
#define RS "RootConstants(num32BitConstants=4, b0), CBV(b1), DescriptorTable(CBV(b2)), DescriptorTable(SRV(t40, numDescriptors=unbounded)), DescriptorTable(Sampler(s30))"
Texture2D<float4> Textures[] : register(t40);
SamplerState Sampler : register(s30);
cbuffer Constants : register(b0) { uint first; };
cbuffer Root : register(b1) { float4 tint; };
cbuffer Table : register(b2) { float4 offset; };

[RootSignature(RS)]
float4 main(float2 uv : TEXCOORD, nointerpolation uint index : INDEX) : SV_Target {
    return Textures[NonUniformResourceIndex(first + index)].Sample(Sampler, uv) * tint + offset;
}
