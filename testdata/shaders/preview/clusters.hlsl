// dxc: -T cs_6_10 -E main
// dxc[od]: -T cs_6_10 -E main -Od
// exec: scene t0, rays t1 raw, out u0,space1 raw: status and cluster of each
// Catches: a cluster in a structure that has none.
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

float word(uint ray, uint number)
{
    return asfloat(rays.Load(ray * 32 + number * 4));
}

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    RayDesc ray;
    ray.Origin = float3(word(i, 0), word(i, 1), word(i, 2));
    ray.TMin = word(i, 3);
    ray.Direction = float3(word(i, 4), word(i, 5), word(i, 6));
    ray.TMax = word(i, 7);
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
    result.Store(i * 8, query.CommittedStatus());
    result.Store(i * 8 + 4, cluster);
}
