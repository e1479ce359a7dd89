// dxc: -T ps_6_5 -E main
// draw: full-screen; t0 2D 64x64 with 7 mips; map u1, of regions of 4x4: R64_UINT 18x18: t0 at 4 texels a pixel (level 2) and a bias
//       of 0 to 3 by the pixel's place in its quad
// Catches: biases that all pixels of a quad have of one of them.
Texture2D<float4> Flat : register(t0);
SamplerState Point : register(s0, space3);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Biased : register(u1, space1);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 place = uint2(position.xy) & 1;
    Biased.WriteSamplerFeedbackBias(Flat, Point, (position.xy - 0.13) / 16, float(place.x + 2 * place.y));
    return 1;
}
