// dxc: -T lib_6_9
// dxc[od]: -T lib_6_9 -Od
// rays: t0 a scene of triangles and boxes, t1 the rays as RayDesc; u0 16 words for each ray: what hit objects of ray queries
// know, in every stage that has them, and that they run no shader
// Catches: attributes and kinds of hits of one's own, hit objects of queries that hit nothing.
struct [raypayload] Payload {
    uint at : write(caller) : read(closesthit, miss);
    uint ends : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

// Scalar by scalar, so that hit objects are all of shader model 6.9 that is here.
void Put2(uint at, uint2 words) { output.Store(at, words.x); output.Store(at + 4, words.y); }
void Put3(uint at, uint3 words) { Put2(at, words.xy); output.Store(at + 8, words.z); }
void Put4(uint at, uint4 words) { Put2(at, words.xy); Put2(at + 8, words.zw); }
float ReadFloat(uint at) { return asfloat(rays.Load(at)); }
RayDesc ReadRay(uint id) {
    uint at = id * 32;
    RayDesc ray;
    ray.Origin = float3(ReadFloat(at), ReadFloat(at + 4), ReadFloat(at + 8));
    ray.TMin = ReadFloat(at + 12);
    ray.Direction = float3(ReadFloat(at + 16), ReadFloat(at + 20), ReadFloat(at + 24));
    ray.TMax = ReadFloat(at + 28);
    return ray;
}

// Boxes are met in their middle by half of the rays.
void Ask(uint at, uint id, inout Payload payload) {
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ReadRay(id));
    while (query.Proceed()) {
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) query.CommitNonOpaqueTriangleHit();
        else if (id & 1) query.CommitProceduralPrimitiveHit(query.RayTMin() + 0.125);
    }
    Attributes own = { float2(id, 77) };
    dx::HitObject hit = dx::HitObject::FromRayQuery(query, 100 + id, own);
    dx::HitObject plain = dx::HitObject::FromRayQuery(query);
    Attributes attributes;
    hit.GetAttributes(attributes);
    Put4(at, uint4(hit.IsHit(), hit.IsMiss(), hit.IsNop(), hit.GetHitKind()));
    Put4(at + 16, asuint(float4(attributes.barycentrics, hit.GetRayTCurrent(), plain.GetRayTMin())));
    Put4(at + 32, uint4(plain.GetInstanceID(), hit.GetShaderTableIndex(), hit.LoadLocalRootTableConstant(0), hit.GetRayFlags()));
    dx::HitObject::Invoke(hit, payload);
    dx::HitObject::Invoke(plain, payload);
    Put2(at + 48, uint2(payload.ends, asuint(plain.GetWorldRayDirection().x)));
}

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Payload payload = { id * 128, 3 };
    Ask(id * 128, id, payload);
    payload.at += 64;
    RayDesc away = { float3(0, 0, -50), 0, float3(0, 0, -1), 100 };
    if (id & 2) TraceRay(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0, 0, 0, 0, away, payload);
}
[shader("miss")] void Miss(inout Payload payload) {
    Payload inner = { 0, 6 };
    Ask(payload.at, DispatchRaysIndex().x, inner);
}
