// dxc: -T lib_6_6
// dxc[od]: -T lib_6_6 -Od
// rays: t0 a scene, t1 the rays raw; u0 26 words for each ray: whether it is hit, missed, nothing; its ends, origin and direction;
//       instance, its id, geometry, primitive, kind, index in the table, barycentrics (0 of a miss); the trail of the payload behind the
//       shader of the end; of a miss that was made: whether it is missed, its farthest end, the trail; of nothing: whether it is nothing
// Catches: words of the wrong question, a call's ray that is traced, hit objects mixed up.
#include "nvapi_hits.hlsli"
struct Payload { uint trail; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

void Invoke(uint object, inout Payload payload) {
    uint handle = Ask(72, object);
    RayDesc none = { float3(0, 0, 0), 0, float3(0, 0, 0), 0 };
    TraceRay(scene, 0, 0, 0, 0, handle, none, payload);
}
float word(uint ray, uint number) { return asfloat(rays.Load(ray * 32 + number * 4)); }

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x, at = id * 104;
    RayDesc ray = { float3(word(id, 0), word(id, 1), word(id, 2)), word(id, 3), float3(word(id, 4), word(id, 5), word(id, 6)),
        word(id, 7) };
    Payload payload = { 1 };
    uint n = Nv.IncrementCounter();
    Nv[n].op = 67;
    Nv[n].count = 2;
    Nv[n].src0.x = 0;
    uint hit = Nv.IncrementCounter(), handle = Nv.IncrementCounter();
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, 0, 0, handle, ray, payload);
    uint r = Nv.IncrementCounter();
    Nv[r].op = 71;
    Nv[r].src0 = uint4(1, hit, id & 1, 1);
    Nv.IncrementCounter();
    output.Store(at, Ask(83, hit));
    output.Store(at + 4, Ask(73, hit));
    output.Store(at + 8, Ask(84, hit));
    uint m = Nv.IncrementCounter();
    Nv[m].op = 79;
    Nv[m].src0.x = hit;
    [unroll] for (uint part = 0; part < 8; part++)
        output.Store(at + 12 + part * 4, Nv.IncrementCounter());
    output.Store(at + 44, Ask(75, hit));
    output.Store(at + 48, Ask(74, hit));
    output.Store(at + 52, Ask(77, hit));
    output.Store(at + 56, Ask(76, hit));
    output.Store(at + 60, Ask(78, hit));
    output.Store(at + 64, Ask(81, hit));
    Attributes attributes = { float2(0, 0) };
    if (Ask(83, hit)) {
        uint call = Ask(80, hit);
        CallShader(call, attributes);
    }
    output.Store2(at + 68, asuint(attributes.barycentrics));
    Invoke(hit, payload);
    output.Store(at + 76, payload.trail);
    uint k = Nv.IncrementCounter();
    Nv[k].op = 70;
    Nv[k].src0.xyz = uint3(0, asuint(ray.TMin), asuint(ray.TMax * 2));
    Nv[k].src1.xyz = asuint(ray.Origin);
    Nv[k].src2.xyz = asuint(ray.Direction);
    uint miss = Nv.IncrementCounter();
    output.Store(at + 80, Ask(73, miss));
    uint q = Nv.IncrementCounter();
    Nv[q].op = 79;
    Nv[q].src0.x = miss;
    uint least = Nv.IncrementCounter();
    output.Store(at + 84, Nv.IncrementCounter());
    [unroll] for (uint skipped = 0; skipped < 6; skipped++)
        Nv.IncrementCounter();
    Payload other = { 2 };
    Invoke(miss, other);
    output.Store(at + 88, other.trail);
    uint e = Nv.IncrementCounter();
    Nv[e].op = 85;
    uint nothing = Nv.IncrementCounter();
    output.Store(at + 92, Ask(84, nothing));
    output.Store(at + 96, least == asuint(ray.TMin) ? 1 : 0);
    output.Store(at + 100, Ask(96, hit));
}
[shader("miss")] void Miss(inout Payload payload) { payload.trail = payload.trail * 100 + 59; }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.trail = payload.trail * 100 + 52; }
