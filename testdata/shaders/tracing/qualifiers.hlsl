// dxc: -T lib_6_7 -enable-16bit-types
// dxc[od]: -T lib_6_7 -enable-16bit-types -Od
// rays: t0 two walls, the nearer one not opaque, u0 6 words for each ray
// Catches: members of a payload that are read or written other than their qualifiers say.
struct [raypayload] Payload {
    uint id : write(caller) : read(anyhit, closesthit, miss);
    uint seen : write(caller, anyhit) : read(anyhit, closesthit, caller);
    float2 result : write(closesthit, miss) : read(caller);
    uint16_t small[2] : write(caller, closesthit, miss) : read(closesthit, miss, caller);
    double wide : write(closesthit, miss) : read(caller);
};
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    RayDesc ray = { float3(0.25, 0.125, 0), 0, float3(0, 0, id & 1 ? -1 : 1), 100 };
    Payload payload;
    payload.id = id;
    payload.seen = 10 * id;
    payload.small[0] = uint16_t(id + 5);
    payload.small[1] = 77;
    TraceRay(scene, 0, 0xff, 0, 0, 0, ray, payload);
    uint at = id * 24;
    output.Store(at, payload.seen);
    output.Store2(at + 4, asuint(payload.result));
    output.Store2(at + 12, uint2(payload.small[0], payload.small[1]));
    output.Store(at + 20, uint(payload.wide));
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) {
    payload.seen += 1 + payload.id;
    if (InstanceIndex() == 0) IgnoreHit();
}
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) {
    payload.result = float2(payload.id, RayTCurrent());
    payload.small[0] += payload.small[1];
    payload.wide = payload.seen;
}
[shader("miss")] void Miss(inout Payload payload) {
    payload.result = float2(payload.id, -1);
    payload.small[1] = uint16_t(payload.small[0] * 2);
    payload.wide = 3;
}
