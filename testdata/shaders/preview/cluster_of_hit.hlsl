// dxc: -T lib_6_10
// rays: t0 a wall, u0 two words for each ray: its cluster, as the hit shader is told and as a hit object knows it
// Catches: a cluster in a structure that has none.
struct [raypayload] Payload { uint cluster : read(caller) : write(caller, closesthit, miss); };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate()
{
    const uint flags = RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES;
    uint id = DispatchRaysIndex().x;
    RayDesc ray;
    ray.Origin = float3(0.25, 0.125, 0);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, id & 1 ? -1 : 1);
    ray.TMax = 100;
    Payload payload;
    payload.cluster = 1;
    TraceRay(scene, flags, 0xff, 0, 0, 0, ray, payload);
    output.Store(id * 8, payload.cluster);
    dx::HitObject hit = dx::HitObject::TraceRay(scene, flags, 0xff, 0, 0, 0, ray, payload);
    output.Store(id * 8 + 4, hit.GetClusterID());
}
[shader("miss")]
void Miss(inout Payload payload)
{
    payload.cluster = 2;
}
[shader("closesthit")]
void Hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes)
{
    payload.cluster = ClusterID();
}
