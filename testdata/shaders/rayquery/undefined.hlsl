// dxc: -T cs_6_5 -E main
// Catches: a ray query that an `out` parameter leaves undefined, for an error of the file.
RaytracingAccelerationStructure Scene : register(t0);

void Trace(out RayQuery<RAY_FLAG_FORCE_OPAQUE> query, RayDesc ray) {
    query.TraceRayInline(Scene, RAY_FLAG_FORCE_NON_OPAQUE, 0xff, ray);
}

[numthreads(1, 1, 1)]
void main() {
    RayDesc ray;
    ray.Origin = 0;
    ray.Direction = float3(1, 0, 0);
    ray.TMin = 0;
    ray.TMax = 9;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    query.TraceRayInline(Scene, RAY_FLAG_FORCE_OPAQUE, 0xff, ray);
    Trace(query, ray);
}
