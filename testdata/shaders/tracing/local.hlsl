// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// dxc[sm6]: -T lib_6_6
// dxc[low]: -T lib_6_5 -DSPACE=space1
// rays: t0 (space 9, or 1) boxes, u0 (space 9, or 1) 64 words for each ray, b0 (space 9, or 1) global constants; what each shader reads by its
// local root signature
// Catches: offsets in records that are off by a row or a parameter, local and global parameters taken for each other.
#ifndef SPACE
#define SPACE space9
#endif
struct Payload { uint at; uint ray; };
struct Attributes { uint value; };
RaytracingAccelerationStructure scene : register(t0, SPACE);
RWByteAddressBuffer output : register(u0, SPACE);
cbuffer Global : register(b0, SPACE) { uint4 global; };

struct Constants { uint3 words; };
ConstantBuffer<Constants> constants : register(b0);
struct Rows { uint4 first; uint4 second; };
ConstantBuffer<Rows> rows : register(b1);
ByteAddressBuffer raw : register(t1);
StructuredBuffer<uint2> pairs : register(t2);
RWByteAddressBuffer counts : register(u3);
Texture2D<float4> textures[4] : register(t8);
Buffer<uint> typed : register(t3);
RWStructuredBuffer<uint> written : register(u4);
ConstantBuffer<Rows> tabled : register(b5);
SamplerState chosen : register(s1);
SamplerState fixedState : register(s2);

// Everything, as 12 words.
void Read(uint at, uint which) {
    output.Store3(at, constants.words);
    output.Store(at + 12, rows.first.y + rows.second.w);
    output.Store(at + 16, raw.Load(4));
    output.Store(at + 20, pairs[2].y);
    uint old;
    counts.InterlockedAdd(8, 1 + which, old);
    output.Store(at + 24, typed[3]);
    output.Store(at + 28, tabled.second.x);
    output.Store(at + 32, uint(textures[2].Load(int3(1, 0, 0)).x));
    output.Store(at + 36, uint(textures[1].SampleLevel(chosen, float2(1.25, 0.5), 0).x));
    output.Store(at + 40, uint(textures[which & 3].SampleLevel(fixedState, float2(1.25, 0.5), 0).x));
    written[1] = constants.words.x;
    output.Store(at + 44, global.z);
}

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    uint at = id * 256;
    Read(at, 0);
    RayDesc ray = { float3(0.5 + 2 * id, 0.5, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = { at, id };
    TraceRay(scene, 0, 0xff, id, 1, id & 1, ray, payload);
    CallShader(id & 1, payload);
}
[shader("miss")] void Miss(inout Payload payload) { Read(payload.at + 48, 1); }
[shader("callable")] void Call(inout Payload payload) { Read(payload.at + 192, 2); }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) {
    Read(payload.at + 48, 1);
    output.Store(payload.at + 240, attributes.value);
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) { Read(payload.at + 96, 3); }
[shader("intersection")] void Box() {
    Read(DispatchRaysIndex().x * 256 + 144, 0);
    Attributes attributes = { constants.words.z };
    ReportHit(5, 1, attributes);
}
