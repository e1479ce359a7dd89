// dxc: -T cs_6_10 -E main
// dxc[od]: -T cs_6_10 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 structured (stride 8: status, cluster)
// Catches: a cluster in a structure that has none.
RaytracingAccelerationStructure scene : register(t0);
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);
RWStructuredBuffer<uint2> result : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
    query.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, ray);
    uint cluster = 0xffffffff;
    while (query.Proceed())
    {
        cluster &= query.CandidateClusterID();
        query.CommitNonOpaqueTriangleHit();
    }
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT)
        cluster &= query.CommittedClusterID();
    result[i] = uint2(query.CommittedStatus(), cluster);
}
