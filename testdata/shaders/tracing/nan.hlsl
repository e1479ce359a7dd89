// dxc: -T lib_6_5
// rays: t0 a scene of triangles, t1 the rays, some of whose numbers are NaN; u0 2 words for each ray: 1 + the instance that it
// hits, or 0, and how often a shader was run for its end
// Catches: rays that are none disturbing those of other lanes, or running both shaders or none.
struct Payload { uint found; uint ends; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Payload payload = { 0, 0 };
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, rays[id], payload);
    output.Store2(id * 8, uint2(payload.found, payload.ends));
}
[shader("miss")] void Miss(inout Payload payload) { payload.ends += 1; }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.found = 1 + InstanceIndex(); payload.ends += 1; }
