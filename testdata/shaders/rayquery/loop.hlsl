// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 raw (a word for each ray), groups 1,1,1
// Catches: a query in a loop's body that keeps what the turn before found.
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
    uint found = 0;
    RayDesc ray = desc(i);
    // From hit to hit.
    [loop]
    for (uint turn = 0; turn < 8; turn++) {
        RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
        q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
        q.Proceed();
        if (q.CommittedStatus() == COMMITTED_NOTHING) {
            break;
        }
        found = found * 6 + 1 + q.CommittedInstanceIndex();
        ray.TMin = q.CommittedRayT() + 0.005;
    }
    result.Store(i * 4, found);
}
