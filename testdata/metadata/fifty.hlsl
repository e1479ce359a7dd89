// dxc: -T lib_6_5
// dxc[generate]: -T lib_6_5 -D KIND=1
// dxc[hit]: -T lib_6_5 -D KIND=2
// dxc[any]: -T lib_6_5 -D KIND=3
// dxc[miss]: -T lib_6_5 -D KIND=4
// dxc[call]: -T lib_6_5 -D KIND=5
// A library of fifty entry points, ten of each of five kinds, and libraries with the first of each kind: what sharing a parse
// saves.
struct Payload { float4 color; uint seed; uint depth; };
struct Attributes { float2 barycentrics; };
struct Material { float4 albedo; float4 emission; uint texture; uint flags; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<Material> materials : register(t1);
ByteAddressBuffer vertices : register(t2);
Texture2D<float4> textures[16] : register(t3);
SamplerState linearSampler : register(s0);
RWTexture2D<float4> target : register(u0);
cbuffer Camera : register(b0) { float4x4 inverseView; float4 origin; uint frame; };

uint Next(inout uint seed) { seed = seed * 747796405 + 2891336453; return (seed >> 22 ^ seed) * 277803737; }
float3 Around(float3 normal, inout uint seed) {
    float2 u = float2(Next(seed), Next(seed)) / 4294967296.0;
    float phi = 6.2831853 * u.x, r = sqrt(u.y);
    return normalize(normal + float3(cos(phi) * r, sin(phi) * r, sqrt(1 - u.y)));
}
RayDesc To(float3 from, float3 direction) { RayDesc ray = { from, 0.001, direction, 1000 }; return ray; }

#define GENERATE(N) [shader("raygeneration")] void Generate##N() { \
    uint2 at = DispatchRaysIndex().xy; \
    float2 screen = (at + 0.5) / DispatchRaysDimensions().xy * 2 - 1; \
    float3 direction = normalize(mul(inverseView, float4(screen.x, -screen.y, 1, 0)).xyz); \
    Payload payload = { float4(0, 0, 0, 1), at.x * 1973 + at.y * 9277 + frame * N, 0 }; \
    float4 sum = 0; \
    for (uint i = 0; i < 4 + N; i++) { TraceRay(scene, 0, 0xff, 0, 1, N, To(origin.xyz, direction), payload); sum += payload.color; } \
    target[at] = sum / (4 + N); }
#define HIT(N) [shader("closesthit")] void Hit##N(inout Payload payload, Attributes attributes) { \
    Material material = materials[InstanceID() + N]; \
    float3 b = float3(1 - attributes.barycentrics.x - attributes.barycentrics.y, attributes.barycentrics); \
    uint3 index = vertices.Load3(PrimitiveIndex() * 12 + N * 4); \
    float3 normal = 0; \
    [unroll] for (uint k = 0; k < 3; k++) normal += b[k] * asfloat(vertices.Load3(index[k] * 12)); \
    normal = normalize(mul((float3x3)ObjectToWorld3x4(), normal)); \
    float4 albedo = material.albedo * textures[NonUniformResourceIndex(material.texture & 15)].SampleLevel(linearSampler, b.yz, 0); \
    if (payload.depth < 3) { \
        Payload inner = { float4(0, 0, 0, 1), payload.seed, payload.depth + 1 }; \
        TraceRay(scene, 0, 0xff, 0, 1, N, To(WorldRayOrigin() + RayTCurrent() * WorldRayDirection(), Around(normal, inner.seed)), inner); \
        albedo *= inner.color; \
    } \
    payload.color = albedo + material.emission; }
#define ANY(N) [shader("anyhit")] void Any##N(inout Payload payload, Attributes attributes) { \
    Material material = materials[InstanceID() + N]; \
    if (textures[NonUniformResourceIndex(material.texture & 15)].SampleLevel(linearSampler, attributes.barycentrics, 0).w < 0.5) IgnoreHit(); \
    payload.color.w *= 1 - material.albedo.w; \
    if (payload.color.w < 0.01 * N) AcceptHitAndEndSearch(); }
#define MISS(N) [shader("miss")] void Miss##N(inout Payload payload) { \
    float3 d = normalize(WorldRayDirection()); \
    float2 uv = float2(atan2(d.z, d.x) / 6.2831853 + 0.5, acos(d.y) / 3.1415927); \
    payload.color = textures[N].SampleLevel(linearSampler, uv, 0) * pow(saturate(d.y + 1), N); }
#define CALL(N) [shader("callable")] void Call##N(inout Payload payload) { \
    float4 sum = 0; \
    for (uint i = 0; i < 8; i++) sum += textures[N].SampleLevel(linearSampler, float2(Next(payload.seed), Next(payload.seed)) / 4294967296.0, i); \
    payload.color = sum * payload.color + N; if (payload.depth < N) { payload.depth++; CallShader(N, payload); } }
#define TEN(KIND) KIND(0) KIND(1) KIND(2) KIND(3) KIND(4) KIND(5) KIND(6) KIND(7) KIND(8) KIND(9)

#ifndef KIND
TEN(GENERATE) TEN(HIT) TEN(ANY) TEN(MISS) TEN(CALL)
#elif KIND == 1
GENERATE(0)
#elif KIND == 2
HIT(0)
#elif KIND == 3
ANY(0)
#elif KIND == 4
MISS(0)
#else
CALL(0)
#endif
