// dxc: -T ps_6_5 -E main
// draw: full-screen, but for the lower right quarter, which is discarded; t0 2D 64x64 with 7 mips, t1 2D array 64x64x2 with 7, t2 2D 64x64 with 1; maps u1 to u4, of
//       regions of 4x4: R64_UINT 18x18, u4 of 2 layers: t0 at 4 texels a pixel (level 2), the same with a bias of 1 (level 3), t2
//       (level 0, a footprint of 4 texels), t1 with the level clamped to 4 from below, in the layer of the row
// Catches: implicit levels of detail and their bias, footprints, helper lanes that mark.
Texture2D<float4> Flat : register(t0);
Texture2DArray<float4> Layers : register(t1);
SamplerState Point : register(s0, space3);
Texture2D<float4> One : register(t2);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Plain : register(u1, space1);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Biased : register(u2, space1);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Wide : register(u3, space1);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIN_MIP> Clamped : register(u4, space1);

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = (position.xy - 0.13) / 16;
    if (all(position.xy > 8))
        discard;
    Plain.WriteSamplerFeedback(Flat, Point, uv);
    Biased.WriteSamplerFeedbackBias(Flat, Point, uv, 1);
    Wide.WriteSamplerFeedback(One, Point, uv);
    Clamped.WriteSamplerFeedback(Layers, Point, float3(uv, (uint)position.y & 1), 4);
    return 1;
}
