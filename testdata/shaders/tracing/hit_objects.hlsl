// dxc: -T lib_6_9
// dxc[od]: -T lib_6_9 -Od
// rays: t0 a scene of triangles, t1 the rays as RayDesc; u0 80 words for each ray: all that hit objects know of a ray's end, and
// what the shaders of that end are told when it is invoked
// Catches: getters that cross over, values of misses, payloads of invocations, hit objects that come in twos.
struct [raypayload] Payload {
    uint at : write(caller) : read(closesthit, miss);
    uint trail : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

// Scalar by scalar, so that hit objects are all of shader model 6.9 that is here.
void Put2(uint at, uint2 words) { output.Store(at, words.x); output.Store(at + 4, words.y); }
void Put3(uint at, uint3 words) { Put2(at, words.xy); output.Store(at + 8, words.z); }
void Put4(uint at, uint4 words) { Put2(at, words.xy); Put2(at + 8, words.zw); }
float ReadFloat(uint at) { return asfloat(rays.Load(at)); }
RayDesc ReadRay(uint id) {
    uint at = id * 32;
    RayDesc ray;
    ray.Origin = float3(ReadFloat(at), ReadFloat(at + 4), ReadFloat(at + 8));
    ray.TMin = ReadFloat(at + 12);
    ray.Direction = float3(ReadFloat(at + 16), ReadFloat(at + 20), ReadFloat(at + 24));
    ray.TMax = ReadFloat(at + 28);
    return ray;
}

void Tell(uint at, dx::HitObject hit) {
    Put3(at, uint3(hit.IsHit(), hit.IsMiss(), hit.IsNop()));
    output.Store(at + 12, hit.GetRayFlags());
    Put2(at + 16, asuint(float2(hit.GetRayTMin(), hit.GetRayTCurrent())));
    Put3(at + 24, asuint(hit.GetWorldRayOrigin()));
    Put3(at + 36, asuint(hit.GetWorldRayDirection()));
    Put3(at + 48, asuint(hit.GetObjectRayOrigin()));
    Put3(at + 60, asuint(hit.GetObjectRayDirection()));
    Put4(at + 72, uint4(hit.GetInstanceIndex(), hit.GetInstanceID(), hit.GetGeometryIndex(), hit.GetPrimitiveIndex()));
    Put2(at + 88, uint2(hit.GetHitKind(), hit.GetShaderTableIndex()));
    Attributes attributes;
    hit.GetAttributes(attributes);
    Put2(at + 96, asuint(attributes.barycentrics));
    float3x4 there = hit.GetObjectToWorld3x4(), back = hit.GetWorldToObject3x4();
    for (uint row = 0; row < 3; row++) {
        Put4(at + 104 + row * 16, asuint(there[row]));
        Put4(at + 152 + row * 16, asuint(back[row]));
    }
}

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x, at = id * 320;
    Payload payload = { at, 1 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, 0, 0, 1, ReadRay(id), payload);
    dx::MaybeReorderThread(hit, id, 3);
    Tell(at, hit);
    payload.trail = payload.trail * 10 + 5;
    dx::HitObject::Invoke(hit, payload);
    output.Store(at + 200, payload.trail);
    // What it stands for is chosen at run time: nothing, a miss, the ray's end once more.
    dx::HitObject chosen;
    if (id % 3 == 1) chosen = dx::HitObject::MakeMiss(RAY_FLAG_CULL_OPAQUE, 0x20000, ReadRay(0));
    else if (id % 3 == 2) chosen = hit;
    dx::MaybeReorderThread(chosen);
    payload.at = at + 64;
    payload.trail = 7;
    dx::HitObject::Invoke(chosen, payload);
    Put4(at + 204, uint4(payload.trail, chosen.IsNop(), chosen.IsMiss(), asuint(chosen.GetRayTCurrent())));
    output.Store(at + 220, asuint(chosen.GetObjectToWorld3x4()[1][1]));
}
[shader("miss")] void Other(inout Payload payload) {
    payload.trail = payload.trail * 10 + 8;
    output.Store(payload.at + 224, RayFlags());
    Put3(payload.at + 228, asuint(WorldRayDirection()));
    output.Store(payload.at + 240, asuint(RayTCurrent()));
}
[shader("miss")] void Miss(inout Payload payload) {
    payload.trail = payload.trail * 10 + 9;
    output.Store(payload.at + 224, RayFlags());
    Put3(payload.at + 228, asuint(WorldRayDirection()));
    output.Store(payload.at + 240, asuint(RayTCurrent()));
}
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) {
    payload.trail = payload.trail * 10 + 2;
    output.Store(payload.at + 224, RayFlags());
    Put3(payload.at + 228, uint3(InstanceIndex(), PrimitiveIndex(), HitKind()));
    output.Store(payload.at + 240, asuint(attributes.barycentrics.x));
}
