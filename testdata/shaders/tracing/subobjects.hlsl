// dxc: -T lib_6_5
// rays: t0 a wall that every second ray meets, u0 4 words for each ray: what the shaders read from their records
// Catches: root signatures that a library declares itself, taken for another shader's, or not at all.
GlobalRootSignature everywhere = { "SRV(t0, space=3), UAV(u0, space=3)" };
// The same registers at other offsets.
LocalRootSignature ofHits = { "RootConstants(num32BitConstants=3, b1), RootConstants(num32BitConstants=2, b0)" };
LocalRootSignature ofMisses = { "RootConstants(num32BitConstants=2, b0), CBV(b1)" };
LocalRootSignature ofTheRest = { "RootConstants(num32BitConstants=1, b3), RootConstants(num32BitConstants=2, b0), RootConstants(num32BitConstants=3, b1)" };
SubobjectToExportsAssociation hits = { "ofHits", "Group" };
SubobjectToExportsAssociation misses = { "ofMisses", "Miss;Lost" };
SubobjectToExportsAssociation rest = { "ofTheRest", "" };
TriangleHitGroup Group = { "", "Hit" };
RaytracingShaderConfig sizes = { 24, 8 };
RaytracingPipelineConfig1 limits = { 2, RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES };
StateObjectConfig state = { STATE_OBJECT_FLAGS_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS };

struct Payload { uint at; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0, space3);
RWByteAddressBuffer output : register(u0, space3);
struct Two { uint2 words; };
struct Three { uint3 words; };
ConstantBuffer<Two> two : register(b0);
ConstantBuffer<Three> three : register(b1);

uint Sum() { return two.words.x + 10 * two.words.y + 100 * three.words.x + 1000 * three.words.y + 10000 * three.words.z; }

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(0.25, 0.125, 0), 0, float3(0, 0, id & 1 ? -1 : 1), 100 };
    Payload payload = { id * 16 };
    output.Store(id * 16, Sum());
    TraceRay(scene, 0, 0xff, 0, 0, id / 2, ray, payload);
    CallShader(0, payload);
}
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { output.Store(payload.at + 4, Sum()); }
[shader("miss")] void Miss(inout Payload payload) { output.Store(payload.at + 8, Sum()); }
[shader("miss")] void Lost(inout Payload payload) { output.Store(payload.at + 8, 7 + Sum()); }
[shader("callable")] void Call(inout Payload payload) { output.Store(payload.at + 12, Sum()); }
