// dxc: -T lib_6_9
// dxc[index]: -T lib_6_9 -D INDEX
// rays: t0 a wall, u0 8 words for each ray; records of two hit groups and two misses with a constant each
// Catches: constants of the wrong record, other indices that stick to the object they were made of.
struct [raypayload] Payload { uint trail : write(caller, closesthit, miss) : read(caller, closesthit, miss); };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0, space9);
RWByteAddressBuffer output : register(u0, space9);

// Scalar by scalar, so that hit objects are all of shader model 6.9 that is here.
void Put2(uint at, uint2 words) { output.Store(at, words.x); output.Store(at + 4, words.y); }
void Put3(uint at, uint3 words) { Put2(at, words.xy); output.Store(at + 8, words.z); }
void Put4(uint at, uint4 words) { Put2(at, words.xy); Put2(at + 8, words.zw); }
struct Constants { uint first; uint second; };
ConstantBuffer<Constants> constants : register(b0);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x, at = id * 32;
    RayDesc ray = { float3(0.25, 0.125, 0), 0, float3(0, 0, id & 1 ? -1 : 1), 100 };
    Payload payload = { 1 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 1, 0, 0, ray, payload);
    Put2(at, uint2(hit.LoadLocalRootTableConstant(4), hit.GetShaderTableIndex()));
    dx::HitObject::Invoke(hit, payload);
    output.Store(at + 8, payload.trail);
#ifdef INDEX
    dx::HitObject other = hit;
    other.SetShaderTableIndex(1 - hit.GetShaderTableIndex());
    Put2(at + 12, uint2(other.LoadLocalRootTableConstant(4), other.GetShaderTableIndex()));
    dx::HitObject::Invoke(other, payload);
    dx::HitObject::Invoke(hit, payload);
    output.Store(at + 20, payload.trail);
#endif
    dx::HitObject miss = dx::HitObject::MakeMiss(RAY_FLAG_NONE, 0, ray);
    miss.SetShaderTableIndex(0x30001);
    payload.trail = 2;
    dx::HitObject::Invoke(miss, payload);
    Put2(at + 24, uint2(payload.trail, miss.GetShaderTableIndex()));
}
[shader("miss")] void Miss(inout Payload payload) { payload.trail = payload.trail * 100 + constants.second; }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.trail = payload.trail * 100 + constants.second; }
