// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 raw (4 words for each ray), groups 1,1,1
// Catches: queries that share their state: two go on by turns, one runs inside another's loop.
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

RWByteAddressBuffer result : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> a;
    RayQuery<RAY_FLAG_NONE> b;
    a.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc(i));
    b.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, desc(i ^ 1));
    uint first = 0, second = 0, shadows = 0;
    bool go = true;
    while (go) {
        bool more = a.Proceed();
        if (more) {
            first += 1 + a.CandidateInstanceIndex();
            // From the candidate on, with a query of its own.
            RayDesc ray = desc(i);
            ray.TMin = a.CandidateTriangleRayT() + 0.01;
            RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH> shadow;
            shadow.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
            shadow.Proceed();
            if (shadow.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
                shadows++;
            }
            a.CommitNonOpaqueTriangleHit();
        }
        bool other = more ? b.Proceed() : false;
        if (other) {
            second |= 1u << b.CandidateInstanceIndex();
        }
        go = more;
    }
    // What is left of the other.
    b.TraceRayInline(scene, RAY_FLAG_NONE, 2, desc(i ^ 1));
    while (b.Proceed()) {
        b.CommitNonOpaqueTriangleHit();
    }
    uint at = i * 16;
    result.Store4(at, uint4(a.CommittedStatus() ? 1 + a.CommittedInstanceIndex() : 0,
                            b.CommittedStatus() ? 1 + b.CommittedInstanceIndex() : 0, shadows != 0, first != 0));
}
