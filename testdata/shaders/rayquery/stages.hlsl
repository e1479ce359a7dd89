// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// rays: t0 the scene that rays are traced through, t1 the one that queries go through, t2 the queries' rays; u0 6 words for
// each ray: 1 + the instance that the query of each stage found
// Catches: ray queries in shaders of ray tracing pipelines, beside rays under way.
struct Payload { uint found[6]; };
struct Attributes { uint found; };
RaytracingAccelerationStructure traced : register(t0);
RaytracingAccelerationStructure asked : register(t1);
StructuredBuffer<RayDesc> rays : register(t2);
RWByteAddressBuffer output : register(u0, space1);

uint Ask(uint which, uint mask) {
    RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
    query.TraceRayInline(asked, RAY_FLAG_NONE, mask, rays[which]);
    while (query.Proceed()) query.CommitNonOpaqueTriangleHit();
    return query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? 1 + query.CommittedInstanceIndex() : 0;
}

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    // Every second ray goes past the box.
    RayDesc ray = { float3(id & 1 ? 50 : 0.5, 0.5, 0), 0, float3(0, 0, 1), 100 };
    Payload payload = (Payload)0;
    payload.found[0] = Ask(id, 0xff);
    TraceRay(traced, 0, 0xff, 0, 0, 0, ray, payload);
    CallShader(0, payload);
    for (uint i = 0; i < 6; i++) output.Store(id * 24 + i * 4, payload.found[i]);
}
[shader("intersection")] void Box() {
    Attributes attributes = { Ask(DispatchRaysIndex().x, 1) };
    ReportHit(5, 1, attributes);
}
[shader("anyhit")] void Any(inout Payload payload, Attributes attributes) {
    payload.found[1] = attributes.found;
    payload.found[2] = Ask(DispatchRaysIndex().x, 2);
}
[shader("closesthit")] void Hit(inout Payload payload, Attributes attributes) { payload.found[3] = Ask(DispatchRaysIndex().x, 4); }
[shader("miss")] void Miss(inout Payload payload) { payload.found[4] = Ask(DispatchRaysIndex().x, 0x80); }
[shader("callable")] void Call(inout Payload payload) { payload.found[5] = Ask(DispatchRaysIndex().x, 3); }
