// dxc: -T vs_6_5 -E main
// dxc[ps]: -T ps_6_5 -E shown
// draw: scene t0; 16 points along a row of pixels; target R32G32_UINT, what a ray from each goes through: bits of the
//       instances of all triangles, and their number
// Catches: ray queries in vertex shaders, whose candidates come one by one.
RaytracingAccelerationStructure scene : register(t0);
struct Point { float4 at : SV_Position; nointerpolation uint2 found : FOUND; };

Point main(uint i : SV_VertexID) {
    Point p;
    p.at = float4((i + 0.5) / 8 - 1, -1.0 / 16, 0, 1);
    RayDesc ray;
    ray.Origin = float3(0.35 * i - 2.6, 0.3, -1);
    ray.TMin = 0;
    ray.Direction = float3(0.01, 0.02, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> q;
    q.TraceRayInline(scene, RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES, 0xff, ray);
    p.found = 0;
    while (q.Proceed()) {
        p.found.x |= 1u << q.CandidateInstanceIndex();
        p.found.y++;
    }
    return p;
}

uint2 shown(Point p) : SV_Target0 { return p.found; }
