// dxc: -T lib_6_5
// dxc[od]: -T lib_6_5 -Od
// rays: t0 boxes, t1 the rays; u0 16 words for each ray: what the hit shader was told, and the intersection shader of its
// reports
// Catches: attributes that get lost, hit kinds, the result of ReportHit, a distance that is not read again behind it.
struct Payload { uint words[10]; };
struct Attributes { float3 normal; uint numbers[3]; };
RaytracingAccelerationStructure scene : register(t0);
StructuredBuffer<RayDesc> rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Payload payload = (Payload)0;
    TraceRay(scene, 0, 0xff, 0, 0, 0, rays[id], payload);
    for (uint i = 0; i < 10; i++) output.Store(id * 64 + i * 4, payload.words[i]);
}

[shader("miss")] void Miss(inout Payload payload) { payload.words[0] = 1000; }

[shader("closesthit")]
void Hit(inout Payload payload, Attributes attributes) {
    payload.words[0] = HitKind();
    payload.words[1] = asuint(RayTCurrent());
    payload.words[2] = asuint(attributes.normal.x);
    payload.words[3] = asuint(attributes.normal.z);
    payload.words[4] = attributes.numbers[0];
    payload.words[5] = attributes.numbers[2];
    payload.words[6] = PrimitiveIndex() | GeometryIndex() << 8;
}

// Far first: the near one replaces it, and behind that the far one is none.
[shader("intersection")]
void Box() {
    uint at = DispatchRaysIndex().x * 64;
    Attributes attributes;
    attributes.normal = float3(1, 2, 3);
    attributes.numbers[0] = 10; attributes.numbers[1] = 11; attributes.numbers[2] = 12;
    float before = RayTCurrent();
    bool far = ReportHit(6, 20, attributes);
    float between = RayTCurrent();
    attributes.normal.x = 7;
    attributes.numbers[2] = 13 + PrimitiveIndex();
    bool near = ReportHit(5, 21, attributes);
    attributes.normal = -1;
    attributes.numbers[0] = 99;
    bool again = ReportHit(5.5, 22, attributes);
    bool outside = ReportHit(5000, 23, attributes);
    output.Store4(at + 40, uint4(asuint(before), asuint(between), asuint(RayTCurrent()), far | near << 1 | again << 2 | outside << 3));
}
[shader("anyhit")]
void Any(inout Payload payload, Attributes attributes) {
    payload.words[7] += 1;
    payload.words[8] = attributes.numbers[2];
    if (HitKind() == 20 && PrimitiveIndex() == 1) IgnoreHit();
}
