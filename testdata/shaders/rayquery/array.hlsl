// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: scene t0, rays t1 structured (stride 32), t2 raw (which query is asked, for each ray), out u0,space1 raw (2 words
//       for each ray), groups 1,1,1
// Catches: queries in an array that are one, flags of the wrong one.
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

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q[4];
    for (uint k = 0; k < 4; k++) {
        q[k].TraceRayInline(scene, RAY_FLAG_NONE, 1u << k, desc(i));
    }
    uint n = which.Load(i * 4);
    q[n].Proceed();
    q[(n + 1) & 3].Proceed();
    result.Store2(i * 8, uint2(q[n].CommittedStatus() ? 1 + q[n].CommittedInstanceIndex() : 0,
                               q[(n + 1) & 3].CommittedStatus() ? 1 + q[(n + 1) & 3].CommittedInstanceIndex() : 0));
}
