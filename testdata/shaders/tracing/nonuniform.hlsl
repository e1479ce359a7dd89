// dxc: -T lib_6_3
// dxc[sm6]: -T lib_6_6
// dxc[od]: -T lib_6_3 -Od
// Catches: indices that differ between lanes (NonUniformResourceIndex) taken for the same in libraries, where the pointer to a
// resource says so, not an operand; a constant buffer that an instance chooses.
Texture2D<float4> Textures[8] : register(t0, space1);
SamplerState Samplers[4] : register(s0, space1);
RaytracingAccelerationStructure Scenes[2] : register(t0, space2);
struct Words { uint4 words; };
ConstantBuffer<Words> Constants[4] : register(b0, space1);
RWByteAddressBuffer Out : register(u0);
struct Payload { uint4 words; };

[shader("raygeneration")]
void Generate() {
    uint3 ray = DispatchRaysIndex();
    Payload payload;
    payload.words = asuint(Textures[NonUniformResourceIndex(ray.x & 7)].SampleLevel(Samplers[NonUniformResourceIndex(ray.y & 3)], 0.5, 0));
    RayDesc desc;
    desc.Origin = 0;
    desc.Direction = float3(0, 0, 1);
    desc.TMin = 0;
    desc.TMax = 1;
    TraceRay(Scenes[NonUniformResourceIndex(ray.x & 1)], 0, 0xff, 0, 0, 0, desc, payload);
    Out.Store4(ray.x * 16, payload.words + asuint(Textures[ray.z & 7][uint2(0, 0)]));
}

[shader("closesthit")]
void Hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.words += Constants[InstanceID() & 3].words;
}
