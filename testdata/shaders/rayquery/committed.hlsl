// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// dxc[asked]: -T cs_6_5 -E main -HV 2018 -D ASKED
// dxc[asked_od]: -T cs_6_5 -E main -HV 2018 -D ASKED -Od
// exec: scene t0, rays t1 structured (stride 32), out u0,space1 structured (stride 24: status, instance, id, geometry,
//       primitive, hit group | t, barycentrics, front face | words), groups 1,1,1
// Catches: values of a committed hit that are exchanged (index and id of the instance), flags of the object and of the
// call that are not joined; ASKED: what is asked of a hit that there is not, as both sides of `?:` are in HLSL before 2021.
RaytracingAccelerationStructure scene : register(t0);
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);
struct Out { uint status, instance, id, geometry, primitive, hit_group; float t; float2 barycentrics; uint front; };
RWStructuredBuffer<Out> result : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    q.Proceed();
    Out o = (Out)0;
    o.status = q.CommittedStatus();
    o.t = q.CommittedRayT();
#ifdef ASKED
    bool hit = q.CommittedStatus() == COMMITTED_TRIANGLE_HIT;
    o.instance = hit ? q.CommittedInstanceIndex() : 0;
    o.id = hit ? q.CommittedInstanceID() : 0;
    o.geometry = hit ? q.CommittedGeometryIndex() : 0;
    o.primitive = hit ? q.CommittedPrimitiveIndex() : 0;
    o.hit_group = hit ? q.CommittedInstanceContributionToHitGroupIndex() : 0;
    o.barycentrics = hit ? q.CommittedTriangleBarycentrics() : 0;
    o.front = hit ? q.CommittedTriangleFrontFace() : 0;
#else
    if (q.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        o.instance = q.CommittedInstanceIndex();
        o.id = q.CommittedInstanceID();
        o.geometry = q.CommittedGeometryIndex();
        o.primitive = q.CommittedPrimitiveIndex();
        o.hit_group = q.CommittedInstanceContributionToHitGroupIndex();
        o.barycentrics = q.CommittedTriangleBarycentrics();
        o.front = q.CommittedTriangleFrontFace();
    }
#endif
    result[i] = o;
}
