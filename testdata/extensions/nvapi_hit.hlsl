// dxc: -T lib_6_6
// rays: as `positions_of_hit`, with the closest hit shader's word for the back of a triangle in place of the positions of the nearest
// Catches: positions of another triangle, words in another order, the front for the back.
#include "nvapi.hlsli"
struct Payload { uint at; };
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

float word(uint ray, uint number) { return asfloat(rays.Load(ray * 32 + number * 4)); }

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(word(id, 0), word(id, 1), word(id, 2)), word(id, 3), float3(word(id, 4), word(id, 5), word(id, 6)),
        word(id, 7) };
    Payload payload = { id * 21 * 36 };
    TraceRay(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, 0, 0, 0, ray, payload);
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, ray, payload);
}
[shader("miss")] void Miss(inout Payload payload) {}
[shader("anyhit")] void Any(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    uint at = payload.at + (InstanceIndex() * 4 + GeometryIndex() * 2 + PrimitiveIndex()) * 36;
    uint n = Nv.IncrementCounter();
    Nv[n].op = 86;
    [unroll] for (uint i = 0; i < 9; i++)
        output.Store(at + i * 4, Nv.IncrementCounter());
    IgnoreHit();
}
[shader("closesthit")] void Hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = 90;
    output.Store(payload.at + 20 * 36, Nv.IncrementCounter());
}
