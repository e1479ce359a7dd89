// dxc: -T gs_6_5 -E main
// dxc[vs]: -T vs_6_5 -E vertices
// dxc[ps]: -T ps_6_5 -E shown
// draw: scene t0; 16 points along a row of pixels; target R32_UINT, 1 + the instance that a ray from each hits
// Catches: ray queries in geometry shaders.
RaytracingAccelerationStructure scene : register(t0);
struct Number { nointerpolation uint pixel : PIXEL; };
struct Corner { float4 at : SV_Position; nointerpolation uint found : FOUND; };

Number vertices(uint i : SV_VertexID) {
    Number number = { i };
    return number;
}

[maxvertexcount(3)]
void main(point Number number[1], inout TriangleStream<Corner> triangles) {
    uint pixel = number[0].pixel;
    RayDesc ray;
    ray.Origin = float3(0.35 * pixel - 2.6, 0.3, -1);
    ray.TMin = 0;
    ray.Direction = float3(0.01, 0.02, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (q.Proceed()) q.CommitNonOpaqueTriangleHit();
    Corner corner;
    corner.found = q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 0;
    float2 around[3] = { float2(-0.03, -0.03), float2(0, 0.04), float2(0.03, -0.03) };
    for (uint i = 0; i < 3; i++) {
        corner.at = float4((pixel + 0.5) / 8 - 1 + around[i].x, -1.0 / 16 + around[i].y, 0, 1);
        triangles.Append(corner);
    }
}

uint shown(Corner p) : SV_Target0 { return p.found; }
