// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// rays: t0 boxes of two geometries, t1 the rays; u0 12 words for each ray: what the hit shader of its geometry was told
// Catches: attributes of several types in one intersection shader that land in each other's places, the larger type's rest.
struct Payload { uint words[12]; };
struct Small { uint a; float b; };
struct Middle { float2x2 matrixes; int c; bool flag; };
struct Large { float3 normal; uint numbers[3]; int2 pair; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Payload payload = (Payload)0;
    TraceRay(scene, 0, 0xff, 0, 1, 0, rays[id], payload);
    for (uint i = 0; i < 12; i++) output.Store(id * 48 + i * 4, payload.words[i]);
}
[shader("miss")] void Miss(inout Payload payload) { payload.words[0] = 1000; }

// The type by the geometry. A report behind the end is rejected, and must leave nothing behind.
[shader("intersection")]
void Box() {
    Small small = { 11, 1.5 };
    Middle middle = { float2x2(1, 2, 3, 4), -5, true };
    Large large = { float3(6, 7, 8), { 9, 10, 11 }, int2(-12, 13) };
    switch (GeometryIndex()) {
        case 0: ReportHit(5, 20, small); ReportHit(5000, 21, large); break;
        case 1: ReportHit(5, 22, middle); ReportHit(6, 23, small); break;
        default: ReportHit(6, 24, middle); ReportHit(5, 25, large); ReportHit(5.5, 26, small); break;
    }
}
[shader("closesthit")] void HitSmall(inout Payload payload, Small small) {
    payload.words[0] = HitKind(); payload.words[1] = small.a; payload.words[2] = asuint(small.b);
}
[shader("closesthit")] void HitMiddle(inout Payload payload, Middle middle) {
    payload.words[0] = HitKind();
    payload.words[1] = asuint(middle.matrixes[0][0]); payload.words[2] = asuint(middle.matrixes[0][1]);
    payload.words[3] = asuint(middle.matrixes[1][0]); payload.words[4] = asuint(middle.matrixes[1][1]);
    payload.words[5] = middle.c; payload.words[6] = middle.flag;
}
[shader("anyhit")] void Any(inout Payload payload, Large large) { payload.words[11] += HitKind() == 25 ? large.numbers[1] : 0; }
[shader("closesthit")] void HitLarge(inout Payload payload, Large large) {
    payload.words[0] = HitKind();
    payload.words[1] = asuint(large.normal.x); payload.words[2] = asuint(large.normal.y); payload.words[3] = asuint(large.normal.z);
    for (uint i = 0; i < 3; i++) payload.words[4 + i] = large.numbers[i];
    payload.words[7] = large.pair.x; payload.words[8] = large.pair.y;
}
