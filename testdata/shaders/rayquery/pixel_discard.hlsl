// dxc: -T ps_6_5 -E main
// draw: scene t0; target R32G32_UINT, what a ray along z through the pixel hits: 1 + its instance, then 1 + its geometry
// Catches: what a query that hit nothing is asked behind a discard.
RaytracingAccelerationStructure scene : register(t0);

uint2 main(float4 at : SV_Position) : SV_Target0 {
    RayDesc ray;
    ray.Origin = float3(at.xy / 4 - 2, -5);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, ray);
    q.Proceed();
    if (q.CommittedStatus() != COMMITTED_TRIANGLE_HIT) {
        discard;
    }
    // Helpers come here too.
    return uint2(1 + q.CommittedInstanceIndex(), 1 + q.CommittedGeometryIndex());
}
