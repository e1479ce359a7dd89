// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// dxc[sm3]: -T lib_6_3
// dxc[sm6]: -T lib_6_6
// rays: t0 a scene of triangles, t1 the rays as RayDesc; u0 52 words for each ray: what the hit or miss shader was told
// Catches: names that cross over (InstanceID and InstanceIndex), transposed matrices, components, origins in the wrong space.
struct Payload { uint ray; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

uint Place(uint ray) { return ray * 208; }

void Ray(uint at) {
    output.Store3(at, asuint(WorldRayOrigin()));
    output.Store3(at + 12, asuint(WorldRayDirection()));
    output.Store(at + 24, asuint(RayTMin()));
    output.Store(at + 28, asuint(RayTCurrent()));
    output.Store(at + 32, RayFlags());
}

[shader("raygeneration")]
void Generate() {
    uint3 size = DispatchRaysDimensions();
    uint3 id = DispatchRaysIndex();
    uint number = id.x + size.x * (id.y + size.y * id.z);
    Payload payload = { number };
    TraceRay(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES | RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, rays[number], payload);
}

[shader("miss")]
void Miss(inout Payload payload) {
    uint at = Place(payload.ray);
    output.Store(at, 0);
    Ray(at + 4);
}

[shader("closesthit")]
void Hit(inout Payload payload, Attributes attributes) {
    uint at = Place(payload.ray);
    output.Store(at, 1);
    Ray(at + 4);
    output.Store3(at + 40, asuint(ObjectRayOrigin()));
    output.Store3(at + 52, asuint(ObjectRayDirection()));
    output.Store4(at + 64, uint4(InstanceIndex(), InstanceID(), PrimitiveIndex(), HitKind()));
#if __SHADER_TARGET_MINOR >= 5
    output.Store(at + 80, GeometryIndex());
#else
    output.Store(at + 80, 0xfeed);
#endif
    output.Store2(at + 84, asuint(attributes.barycentrics));
    float3x4 there = ObjectToWorld3x4(), back = WorldToObject3x4();
    output.Store4(at + 92, asuint(there[0]));
    output.Store4(at + 108, asuint(there[1]));
    output.Store4(at + 124, asuint(there[2]));
    output.Store4(at + 140, asuint(back[0]));
    output.Store4(at + 156, asuint(back[1]));
    output.Store4(at + 172, asuint(back[2]));
    output.Store3(at + 188, DispatchRaysIndex());
    output.Store2(at + 200, DispatchRaysDimensions().xy);
}
