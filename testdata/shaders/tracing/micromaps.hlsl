// dxc: -T lib_6_9
// dxc[od]: -T lib_6_9 -Od
// rays: t0 a wall, u0 two words for each ray: the flags that the shader of its end is told, and which shader that is; flags that
// are known and flags that are not
// Catches: opacity micromaps on devices that have none, flags that get lost.
struct [raypayload] Payload {
    uint flags : write(caller, closesthit, miss) : read(caller);
    uint which : write(caller, closesthit, miss) : read(caller);
};
struct Attributes { float2 barycentrics; };
RaytracingPipelineConfig1 pipeline = { 1, RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray;
    ray.Origin = float3(0.25, 0.125, 0);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, id & 1 ? -1 : 1);
    ray.TMax = 100;
    Payload payload;
    payload.flags = payload.which = 0;
    if (id < 4)
        TraceRay(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_FORCE_OMM_2_STATE, 0xff, 0, 0, 0, ray, payload);
    else
        TraceRay(scene, id & 2 ? RAY_FLAG_FORCE_OMM_2_STATE : RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, ray, payload);
    output.Store(id * 8, payload.flags);
    output.Store(id * 8 + 4, payload.which);
}
[shader("miss")] void Miss(inout Payload payload) { payload.flags = RayFlags(); payload.which = 1; }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.flags = RayFlags(); payload.which = 2; }
