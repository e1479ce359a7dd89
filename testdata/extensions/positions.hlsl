// dxc: -T cs_6_10 -E main
// exec: scene t0, rays t1 raw, out u0,space1 raw: of each ray 21 times 9 words, the positions of each triangle that it may hit by
//       number (instance * 4 + geometry * 2 + primitive), then those of the nearest
// Catches: positions of another triangle, vertices or components in another order, positions in the space of the world.
RaytracingAccelerationStructure scene : register(t0);
ByteAddressBuffer rays : register(t1);
RWByteAddressBuffer result : register(u0, space1);

float word(uint ray, uint number)
{
    return asfloat(rays.Load(ray * 32 + number * 4));
}

void put(uint at, BuiltInTrianglePositions positions)
{
    result.Store(at, asuint(positions.p0.x));
    result.Store(at + 4, asuint(positions.p0.y));
    result.Store(at + 8, asuint(positions.p0.z));
    result.Store(at + 12, asuint(positions.p1.x));
    result.Store(at + 16, asuint(positions.p1.y));
    result.Store(at + 20, asuint(positions.p1.z));
    result.Store(at + 24, asuint(positions.p2.x));
    result.Store(at + 28, asuint(positions.p2.y));
    result.Store(at + 32, asuint(positions.p2.z));
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    RayDesc ray;
    ray.Origin = float3(word(i, 0), word(i, 1), word(i, 2));
    ray.TMin = word(i, 3);
    ray.Direction = float3(word(i, 4), word(i, 5), word(i, 6));
    ray.TMax = word(i, 7);
    uint at = i * 21 * 36;
    RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> all;
    all.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, ray);
    while (all.Proceed())
    {
        uint number = all.CandidateInstanceIndex() * 4 + all.CandidateGeometryIndex() * 2 + all.CandidatePrimitiveIndex();
        put(at + number * 36, all.CandidateTriangleObjectPositions());
    }
    RayQuery<RAY_FLAG_FORCE_OPAQUE> nearest;
    nearest.TraceRayInline(scene, RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, ray);
    nearest.Proceed();
    if (nearest.CommittedStatus() == COMMITTED_TRIANGLE_HIT)
        put(at + 20 * 36, nearest.CommittedTriangleObjectPositions());
}
