// dxc: -T lib_6_6 -enable-16bit-types
// dxc[od]: -T lib_6_6 -enable-16bit-types -Od
// rays: t0 a wall at z 4, u0 40 words for each ray
// Catches: parts of payloads that get lost or mixed up, several payload types in one shader, payloads in parts of variables
// and in arrays, payloads that are read behind several traces.
struct Inner { float16_t half; uint16_t words[3]; bool flag; };
struct Payload { Inner inner[2]; float2x3 matrixes; double wide; int64_t number; float4 last; };
struct Small { uint value; };
struct Around { uint before; Small small[3]; uint after; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

RayDesc To(float z) {
    RayDesc ray;
    ray.Origin = float3(0.25, 0.125, 0);
    ray.TMin = 0;
    ray.Direction = float3(0, 0, z);
    ray.TMax = 100;
    return ray;
}

[shader("raygeneration")]
void Generate() {
    uint at = DispatchRaysIndex().x * 160;
    Payload payload;
    payload.inner[0].half = 1.5;
    payload.inner[0].words[0] = 1;
    payload.inner[0].words[1] = 2;
    payload.inner[0].words[2] = 65535;
    payload.inner[0].flag = true;
    payload.inner[1].half = -2.25;
    payload.inner[1].words[0] = 4;
    payload.inner[1].words[1] = 5;
    payload.inner[1].words[2] = 6;
    payload.inner[1].flag = false;
    payload.matrixes = float2x3(1, 2, 3, 4, 5, 6);
    payload.wide = 1.0L / 3.0L;
    payload.number = 0x123456789abcdefll;
    payload.last = float4(7, 8, 9, DispatchRaysIndex().x);
    // Odd rays miss.
    float z = DispatchRaysIndex().x & 1 ? -1 : 1;
    TraceRay(scene, 0, 0xff, 0, 0, 0, To(z), payload);
    output.Store4(at, uint4(asuint16(payload.inner[0].half), payload.inner[0].words[0], payload.inner[0].words[1], payload.inner[0].words[2]));
    output.Store4(at + 16, uint4(payload.inner[0].flag, asuint16(payload.inner[1].half), payload.inner[1].words[0], payload.inner[1].words[1]));
    output.Store2(at + 32, uint2(payload.inner[1].words[2], payload.inner[1].flag));
    output.Store3(at + 40, asuint(payload.matrixes[0]));
    output.Store3(at + 52, asuint(payload.matrixes[1]));
    output.Store<double>(at + 64, payload.wide);
    output.Store<int64_t>(at + 72, payload.number);
    output.Store4(at + 80, asuint(payload.last));

    Around around = { 11, { { 12 }, { 13 }, { 14 } }, 15 };
    uint which = DispatchRaysIndex().x % 3;
    TraceRay(scene, 0, 0xff, 1, 0, 1, To(z), around.small[which]);
    TraceRay(scene, 0, 0xff, 1, 0, 1, To(-z), around.small[1]);
    output.Store(at + 96, around.before);
    output.Store3(at + 100, uint3(around.small[0].value, around.small[1].value, around.small[2].value));
    output.Store(at + 112, around.after);
    // The first payload is still what it was.
    output.Store(at + 116, asuint(payload.last.z));
    // In a loop, with another of the same type alive.
    Small sum = { 100 };
    for (uint i = 0; i < 3; i++) {
        Small step = { i };
        TraceRay(scene, 0, 0xff, 1, 0, 1, To(z), step);
        sum.value += step.value;
        TraceRay(scene, 0, 0xff, 1, 0, 1, To(z), sum);
    }
    output.Store(at + 120, sum.value);
    for (uint end = 124; end < 160; end += 4) output.Store(at + end, 0);
}

void Change(inout Payload payload, float by) {
    payload.inner[0].half += float16_t(by);
    payload.inner[0].words[1] += 10;
    payload.inner[1].words[2] *= 3;
    payload.inner[1].flag = !payload.inner[1].flag;
    payload.matrixes[1][2] += by;
    payload.matrixes[0] *= 2;
    payload.wide *= by;
    payload.number += uint(by);
    payload.last.xz += by;
}

struct Attributes { float2 barycentrics; };
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { Change(payload, 2); }
[shader("miss")] void Miss(inout Payload payload) { Change(payload, 4); }
[shader("closesthit")] void SmallHit(inout Small small, Attributes attributes) { small.value = small.value * 2 + 1; }
[shader("miss")] void SmallMiss(inout Small small) { small.value = small.value * 3; }
