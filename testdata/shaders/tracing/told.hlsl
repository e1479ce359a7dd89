// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// dxc[sm3]: -T lib_6_3
// rays: t0 boxes in transformed instances, t1 the rays as RayDesc; u0 two blocks of 52 words for each ray: what the
// intersection shader and the any hit shader were told
// Catches: system values that only some stages get right.
struct Payload { uint ray; };
struct Attributes { float2 value; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

void Tell(uint at) {
    output.Store3(at, asuint(WorldRayOrigin()));
    output.Store3(at + 12, asuint(WorldRayDirection()));
    output.Store(at + 24, asuint(RayTMin()));
    output.Store(at + 28, asuint(RayTCurrent()));
    output.Store(at + 32, RayFlags());
    output.Store3(at + 36, asuint(ObjectRayOrigin()));
    output.Store3(at + 48, asuint(ObjectRayDirection()));
    output.Store3(at + 60, uint3(InstanceIndex(), InstanceID(), PrimitiveIndex()));
#if __SHADER_TARGET_MINOR >= 5
    output.Store(at + 72, GeometryIndex());
#else
    output.Store(at + 72, 0xfeed);
#endif
    float3x4 there = ObjectToWorld3x4(), back = WorldToObject3x4();
    for (uint row = 0; row < 3; row++) {
        output.Store4(at + 76 + row * 16, asuint(there[row]));
        output.Store4(at + 124 + row * 16, asuint(back[row]));
    }
    output.Store3(at + 172, DispatchRaysIndex());
    output.Store3(at + 184, DispatchRaysDimensions());
}

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x + DispatchRaysDimensions().x * DispatchRaysIndex().y;
    Payload payload = { id };
    TraceRay(scene, RAY_FLAG_CULL_OPAQUE | RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 0xff, 0, 0, 0, rays[id], payload);
}
[shader("miss")] void Miss(inout Payload payload) {}
[shader("intersection")] void Box() {
    uint id = DispatchRaysIndex().x + DispatchRaysDimensions().x * DispatchRaysIndex().y;
    Tell(id * 416);
    Attributes attributes = { float2(1, 2) };
    ReportHit(RayTMin() + 0.25, 77, attributes);
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) {
    Tell(payload.ray * 416 + 208);
    output.Store(payload.ray * 416 + 208 + 196, HitKind());
    output.Store2(payload.ray * 416 + 208 + 200, asuint(attributes.value));
}
