// dxc: -T lib_6_6
// dxc[index]: -T lib_6_6 -D INDEX
// rays: t0 a scene; u0 25 words for each of 24 hit objects of hits that no ray has found: whether it is hit, missed, nothing;
//       instance, its id, geometry, primitive, kind, index in the table; barycentrics; ends, origin and direction; the trail behind
//       the shader of the hit, and what that was told: instance, primitive, kind, the second barycentric, the distance
// Catches: operands in another order, attributes of another hit, a ray that is traced.
#include "nvapi_hits.hlsli"
struct Payload { uint trail; uint instance, primitive, kind; float second, distance; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x, at = id * 100;
    uint geometry = id / 3 % 2, offset = id / 12;
    Attributes attributes = { float2(id, 2) / 64 };
    Payload payload = { 1, 0, 0, 0, 0, 0 };
    RayDesc ray = { float3(id, 2, 3), 0.5, float3(4, id, 6), 7 };
    uint n = Nv.IncrementCounter();
#ifdef INDEX
    Nv[n].op = 69;
    Nv[n].src1.x = offset + geometry;
#else
    Nv[n].op = 68;
    Nv[n].src1.xy = uint2(offset, 1);
#endif
    Nv[n].count = 2;
    Nv[n].src0 = uint4(id % 3 * 2, geometry, id / 6 % 2, 254 + (id & 1));
    uint hit = Nv.IncrementCounter(), handle = Nv.IncrementCounter();
    CallShader(handle, attributes);
    TraceRay(scene, 0, 0, 0, 0, handle, ray, payload);
    output.Store(at, Ask(83, hit));
    output.Store(at + 4, Ask(73, hit));
    output.Store(at + 8, Ask(84, hit));
    output.Store(at + 12, Ask(75, hit));
    output.Store(at + 16, Ask(74, hit));
    output.Store(at + 20, Ask(77, hit));
    output.Store(at + 24, Ask(76, hit));
    output.Store(at + 28, Ask(78, hit));
    output.Store(at + 32, Ask(81, hit));
    Attributes told = { float2(0, 0) };
    uint call = Ask(80, hit);
    CallShader(call, told);
    output.Store2(at + 36, asuint(told.barycentrics));
    uint m = Nv.IncrementCounter();
    Nv[m].op = 79;
    Nv[m].src0.x = hit;
    [unroll] for (uint part = 0; part < 8; part++)
        output.Store(at + 44 + part * 4, Nv.IncrementCounter());
    uint invoked = Ask(72, hit);
    TraceRay(scene, 0, 0, 0, 0, invoked, ray, payload);
    output.Store4(at + 76, uint4(payload.trail, payload.instance, payload.primitive, payload.kind));
    output.Store2(at + 92, asuint(float2(payload.second, payload.distance)));
}

void Tell(inout Payload payload, Attributes attributes, uint shader) {
    payload.trail = payload.trail * 100 + shader;
    payload.instance = InstanceIndex();
    payload.primitive = PrimitiveIndex();
    payload.kind = HitKind();
    payload.second = attributes.barycentrics.y;
    payload.distance = RayTCurrent();
}
[shader("miss")] void Miss(inout Payload payload) { payload.trail = payload.trail * 100 + 59; }
[shader("closesthit")] void First(inout Payload payload, Attributes attributes) { Tell(payload, attributes, 51); }
[shader("closesthit")] void Second(inout Payload payload, Attributes attributes) { Tell(payload, attributes, 52); }
[shader("closesthit")] void Third(inout Payload payload, Attributes attributes) { Tell(payload, attributes, 53); }
