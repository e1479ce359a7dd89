// dxc: -T lib_6_3
// dxc[od]: -T lib_6_3 -Od
// rays: t0 two walls that face each other, u0 two words for each ray
// Catches: payloads that are not kept while a hit shader traces in turn, the incoming payload passed on.
struct Payload { uint depth; uint trail; };
struct Shadow { bool lit; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(0.25, 0.125, 0), 0.01, float3(0, 0, 1), 100 };
    Payload payload = { id % 3, 0 };
    TraceRay(scene, 0, 1, 0, 0, 0, ray, payload);
    output.Store2(id * 8, uint2(payload.depth, payload.trail));
}
[shader("miss")] void Miss(inout Payload payload) { payload.trail = payload.trail * 10 + 9; }
[shader("miss")] void Lit(inout Shadow shadow) { shadow.lit = true; }

RayDesc Back() {
    RayDesc ray;
    ray.Origin = WorldRayOrigin() + RayTCurrent() * WorldRayDirection();
    ray.TMin = 0.01;
    ray.Direction = -WorldRayDirection();
    ray.TMax = 100;
    return ray;
}

[shader("closesthit")]
void Hit(inout Payload payload, Attributes attributes) {
    Shadow shadow = { false };
    TraceRay(scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER | RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH, 2, 0, 0, 1, Back(), shadow);
    payload.trail = payload.trail * 10 + (shadow.lit ? 1 : 2);
    if (payload.depth > 1) {
        payload.depth--;
        // What came in is passed on.
        TraceRay(scene, 0, 1, 0, 0, 0, Back(), payload);
        payload.depth += 10;
    } else if (payload.depth == 1) {
        Payload inner = { 0, 5 };
        TraceRay(scene, 0, 1, 0, 0, 0, Back(), inner);
        payload.trail = payload.trail * 100 + inner.trail;
    }
}
