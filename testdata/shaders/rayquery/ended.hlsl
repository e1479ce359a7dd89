// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 raw (8 words for each ray), groups 1,1,1
// Catches: queries that go on after their end, or after Abort; a distance that is not known before there is a hit.
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

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc(i));
    // Nothing is committed yet.
    float before = q.CommittedRayT();
    uint status = q.CommittedStatus();
    uint candidates = 0;
    // Ends it twice, and goes on after that.
    if (i % 4 == 1) {
        q.Abort();
        q.Abort();
    }
    for (uint turn = 0; turn < 12; turn++) {
        if (q.Proceed()) {
            candidates++;
            if (i % 4 == 2) {
                q.CommitNonOpaqueTriangleHit();
                q.Abort();
            }
            if (i % 4 == 3 && q.CandidateInstanceIndex() == 4) {
                q.CommitNonOpaqueTriangleHit();
                q.CommitNonOpaqueTriangleHit();
            }
        } else {
            q.Abort();
        }
    }
    bool more = q.Proceed() || q.Proceed();
    uint at = i * 32;
    result.Store4(at, uint4(asuint(before), status, candidates, more));
    result.Store4(at + 16, uint4(q.CommittedStatus(), asuint(q.CommittedRayT()), 0, 0));
    // A new ray begins anew.
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, desc(i));
    uint again = 0;
    while (q.Proceed()) again++;
    result.Store2(at + 24, uint2(again, q.Proceed()));
}
