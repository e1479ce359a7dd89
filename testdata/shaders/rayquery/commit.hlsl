// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), wanted t2 raw (bits of instances whose candidates are hits),
//       out u0,space1 structured (stride 40: status, instance, id, geometry, primitive, hit group | t, barycentrics | front),
//       groups 1,1,1
// Catches: candidates that are committed without being asked, or lost.
RaytracingAccelerationStructure scene : register(t0);
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);

RayDesc desc(uint i) {
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    return ray;
}

ByteAddressBuffer wanted : register(t2);
struct Out { uint status, instance, id, geometry, primitive, hit_group; float t; float2 barycentrics; uint front; };
RWStructuredBuffer<Out> result : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc(i));
    uint bits = wanted.Load(i * 4);
    while (q.Proceed()) {
        if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE && (bits >> q.CandidateInstanceIndex() & 1)) {
            q.CommitNonOpaqueTriangleHit();
        }
    }
    Out o = (Out)0;
    o.status = q.CommittedStatus();
    o.t = q.CommittedRayT();
    if (o.status == COMMITTED_TRIANGLE_HIT) {
        o.instance = q.CommittedInstanceIndex();
        o.id = q.CommittedInstanceID();
        o.geometry = q.CommittedGeometryIndex();
        o.primitive = q.CommittedPrimitiveIndex();
        o.hit_group = q.CommittedInstanceContributionToHitGroupIndex();
        o.barycentrics = q.CommittedTriangleBarycentrics();
        o.front = q.CommittedTriangleFrontFace();
    }
    result[i] = o;
}
