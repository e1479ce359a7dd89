// dxc: -T lib_6_9
// dxc[od]: -T lib_6_9 -Od
// rays: t0 a box behind a wall that is not opaque, t1 the rays; u0 8 words for each ray
// Catches: shaders on the way of a ray whose hit object is invoked at once, payloads that go from one to the other.
struct [raypayload] Payload {
    uint2 seen : write(caller, anyhit) : read(caller, anyhit, closesthit, miss);
    float value : write(caller, closesthit, miss) : read(caller, closesthit, miss, anyhit);
    uint ends[2] : write(caller, closesthit, miss) : read(caller, closesthit, miss, anyhit);
};
struct Attributes { float2 values; };
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

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Payload payload;
    payload.seen = uint2(0, id);
    payload.value = 0.5;
    payload.ends[0] = 3;
    payload.ends[1] = 4;
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ReadRay(id), payload);
    dx::MaybeReorderThread(hit);
    dx::HitObject::Invoke(hit, payload);
    Put2(id * 32, payload.seen);
    output.Store(id * 32 + 8, asuint(payload.value));
    Put2(id * 32 + 12, uint2(payload.ends[0], payload.ends[1]));
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) {
    payload.seen.x += 1;
    if (payload.seen.y & 1) IgnoreHit();
}
[shader("intersection")] void Box() { Attributes attributes = { float2(1, 2) }; ReportHit(6, 33, attributes); }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) {
    payload.value += HitKind() == 33 ? 8 : 4;
    payload.ends[0] = payload.seen.x * 10 + payload.ends[1];
}
[shader("miss")] void Miss(inout Payload payload) { payload.value = -payload.value; payload.ends[1] += payload.seen.y; }
