// dxc: -T lib_6_5
// dxc[triangles]: -T lib_6_5 -DCONSTANT=RAY_FLAG_SKIP_TRIANGLES
// dxc[boxes]: -T lib_6_5 -DCONSTANT=RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES
// rays: t0 a triangle at z 4 and a box from z 6 on, t1 the flags; u0 2 words for each ray: which it met, and its flags
// Catches: flags that skip kinds of primitives without their capability, and flags that get lost.
struct Payload { uint met; uint flags; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<uint> flags : register(t1);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(0.25, 0.125, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = { 0, 0 };
#ifdef CONSTANT
    TraceRay(scene, CONSTANT, 0xff, 0, 1, 0, ray, payload);
#else
    TraceRay(scene, flags[id], 0xff, 0, 1, 0, ray, payload);
#endif
    output.Store2(id * 8, uint2(payload.met, payload.flags));
}
[shader("miss")] void Miss(inout Payload payload) { payload.met = 9; payload.flags = RayFlags(); }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.met += HitKind() == 33 ? 200 : 100; payload.flags = RayFlags(); }
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) { payload.met += 1; }
[shader("intersection")] void Box() { Attributes attributes = { float2(1, 2) }; ReportHit(6, 33, attributes); }
