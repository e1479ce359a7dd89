// dxc: -T lib_6_10
// rays: t0 a scene of triangles, t1 the rays raw; u0 as `positions` has it: any hit shaders write of all, the closest hit shader
// of the nearest
// Catches: positions of another triangle, vertices or components in another order, positions in the space of the world.
struct [raypayload] Payload { uint at : write(caller) : read(anyhit, closesthit); };
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
    uint id = DispatchRaysIndex().x;
    RayDesc ray;
    ray.Origin = float3(word(id, 0), word(id, 1), word(id, 2));
    ray.TMin = word(id, 3);
    ray.Direction = float3(word(id, 4), word(id, 5), word(id, 6));
    ray.TMax = word(id, 7);
    Payload payload = { id * 21 * 36 };
    TraceRay(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, 0, 0, 0, ray, payload);
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 0, 0, ray, payload);
}
[shader("miss")] void Miss(inout Payload payload) {}
[shader("anyhit")] void Any(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes)
{
    uint number = InstanceIndex() * 4 + GeometryIndex() * 2 + PrimitiveIndex();
    put(payload.at + number * 36, TriangleObjectPositions());
    IgnoreHit();
}
[shader("closesthit")] void Hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes)
{
    put(payload.at + 20 * 36, TriangleObjectPositions());
}
