// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), t2 raw (which query is asked, for each ray), out u0,space1 raw (4 words
//       for each ray), groups 1,1,1
// Catches: handles that are chosen by control flow, and copies that are not the same query.
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

ByteAddressBuffer which : register(t2);
RWByteAddressBuffer result : register(u0, space1);

uint found(RayQuery<RAY_FLAG_FORCE_OPAQUE> q) {
    return q.CommittedStatus() ? 1 + q.CommittedInstanceIndex() : 0;
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> a, b, c;
    a.TraceRayInline(scene, RAY_FLAG_NONE, 1, desc(i));
    b.TraceRayInline(scene, RAY_FLAG_NONE, 2, desc(i));
    c.TraceRayInline(scene, RAY_FLAG_NONE, 0x80, desc(i));
    uint n = which.Load(i * 4);
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q = a;
    if (n == 1) {
        q = b;
    } else if (n == 2) {
        q = c;
    }
    q.Proceed();
    // Through the name that it has of its own.
    result.Store4(i * 16, uint4(found(q), found(a), found(b), found(c)));
}
