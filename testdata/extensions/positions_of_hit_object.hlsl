// dxc: -T lib_6_10
// rays: t0 a scene of triangles, t1 the rays raw; u0 18 words for each ray: the positions of the triangle that it hits, known by a
// ray and by a ray query
// Catches: positions of another triangle, vertices or components in another order; positions asked of a miss.
struct [raypayload] Payload { uint nothing : write(caller) : read(caller); };
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer output : register(u0, space1);

float word(uint ray, uint number) { return asfloat(rays.Load(ray * 32 + number * 4)); }
void put(uint at, BuiltInTrianglePositions positions)
{
    float words[9] = { positions.p0.x, positions.p0.y, positions.p0.z, positions.p1.x, positions.p1.y, positions.p1.z,
        positions.p2.x, positions.p2.y, positions.p2.z };
    for (uint i = 0; i < 9; i++)
        output.Store(at + i * 4, asuint(words[i]));
}

[shader("raygeneration")]
void Generate()
{
    uint id = DispatchRaysIndex().x, at = id * 72;
    RayDesc ray;
    ray.Origin = float3(word(id, 0), word(id, 1), word(id, 2));
    ray.TMin = word(id, 3);
    ray.Direction = float3(word(id, 4), word(id, 5), word(id, 6));
    ray.TMax = word(id, 7);
    Payload payload = { 0 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, 0, 0, 0, ray, payload);
    if (hit.IsHit())
        put(at, hit.TriangleObjectPositions());
    RayQuery<RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
    query.TraceRayInline(scene, 0, 0xff, ray);
    query.Proceed();
    dx::HitObject asked = dx::HitObject::FromRayQuery(query);
    if (asked.IsHit())
        put(at + 36, asked.TriangleObjectPositions());
}
[shader("miss")] void Miss(inout Payload payload) {}
