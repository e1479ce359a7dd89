// dxc: -T lib_6_3
// dxc[od]: -T lib_6_3 -Od
// rays: t0 quads one behind the other, none opaque; u0 a word for each ray, u1 what any hit shaders counted
// Catches: what an any hit shader did before IgnoreHit and AcceptHitAndEndSearch that gets lost, code behind them that runs,
// ends in functions and loops.
struct Payload { uint seen; uint hit; uint limit; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);
RWByteAddressBuffer counts : register(u1, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(0.25, 0.125, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = { 0, 0, id };
    TraceRay(scene, 0, id > 4 ? 2 : 0xff, 0, 0, 0, ray, payload);
    output.Store3(id * 12, uint3(payload.seen, payload.hit, payload.limit));
}

[shader("miss")] void Miss(inout Payload payload) { payload.hit = 1000; }
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.hit = 100 + InstanceID(); }

void Decide(inout Payload payload, uint instance) {
    // Even instances are seen through, by a function that ends the shader in a loop.
    for (uint i = 0; i < 4; i++) {
        if (i == (instance & 1) + 1) {
            counts.InterlockedAdd(0, 1);
            if ((instance & 1) == 0) IgnoreHit();
        }
        counts.InterlockedAdd(4, 1);
    }
}

[shader("anyhit")]
void Any(inout Payload payload, Attributes attributes) {
    uint instance = InstanceID();
    payload.seen |= 1u << instance;
    Decide(payload, instance);
    counts.InterlockedAdd(8, 1);
    if (payload.limit > 4) {
        payload.limit = 77;
        AcceptHitAndEndSearch();
        payload.seen = 0;
        counts.InterlockedAdd(12, 1);
    }
    counts.InterlockedAdd(16, 1);
}
