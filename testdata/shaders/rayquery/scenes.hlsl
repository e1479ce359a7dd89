// dxc: -T cs_6_5 -E main
// dxc[66]: -T cs_6_6 -E main
// exec: scenes t4 and on without end in space 3, t0 to t2 in space 2, rays t1 structured (stride 32), t2 raw: a number for
//       each ray; out u0,space1 raw: for each ray, 1 + the id of the instance that it hits in scene t4 + number of space 3,
//       in scene number % 3 of space 2, and in scene 1 of that
// Catches: indices into arrays of acceleration structures that differ in a wave, ranges that do not start with register 0.
RaytracingAccelerationStructure many[] : register(t4, space3);
RaytracingAccelerationStructure few[3] : register(t0, space2);
struct Ray { float3 origin; float tmin; float3 direction; float tmax; };
StructuredBuffer<Ray> rays : register(t1);
ByteAddressBuffer where : register(t2);
RWByteAddressBuffer result : register(u0, space1);

uint found(RaytracingAccelerationStructure scene, RayDesc ray) {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    q.Proceed();
    return q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceID() : 0;
}

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RayDesc ray;
    ray.Origin = rays[i].origin;
    ray.TMin = rays[i].tmin;
    ray.Direction = rays[i].direction;
    ray.TMax = rays[i].tmax;
    uint n = where.Load(i * 4);
    result.Store3(i * 12, uint3(found(many[NonUniformResourceIndex(n)], ray),
                                found(few[NonUniformResourceIndex(n % 3)], ray), found(few[1], ray)));
}
