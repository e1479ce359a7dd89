// dxc: -T ps_6_5 -E main
// Sampler feedback, and a rasterizer-ordered view.
FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> feedback : register(u3);
RasterizerOrderedTexture2D<uint> ordered : register(u4);
Texture2D<float4> tex : register(t0);
SamplerState state : register(s0);
RaytracingAccelerationStructure scene : register(t1);

float4 main(float2 uv : UV) : SV_Target
{
    feedback.WriteSamplerFeedback(tex, state, uv);
    ordered[uint2(uv)] += 1;
    RayQuery<RAY_FLAG_NONE> query;
    RayDesc ray = { float3(0, 0, 0), 0.0, float3(1, 0, 0), 1.0 };
    query.TraceRayInline(scene, 0, 1, ray);
    query.Proceed();
    return query.CommittedRayT();
}
