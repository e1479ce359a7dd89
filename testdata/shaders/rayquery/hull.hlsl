// dxc: -T hs_6_5 -E main
// dxc[vs]: -T vs_6_5 -E vertices
// dxc[ds]: -T ds_6_5 -E domains
// dxc[ps]: -T ps_6_5 -E shown
// draw: scene t0; 16 patches along a row of pixels; target R32G32B32A32_UINT, 1 + the instances that rays with masks of
//       their own hit: of the control points, the patch and the domain
// Catches: ray queries in both functions of hull shaders and in domain shaders.
RaytracingAccelerationStructure scene : register(t0);
struct Control { float4 at : POSITION; nointerpolation uint pixel : PIXEL; };
struct Corner { float4 at : POSITION; nointerpolation uint pixel : PIXEL; nointerpolation uint found : FOUND; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; uint found : FOUNDPATCH; };
struct Point { float4 at : SV_Position; nointerpolation uint4 found : FOUND; };

uint Ask(uint pixel, uint mask) {
    RayDesc ray;
    ray.Origin = float3(0.35 * pixel - 2.6, 0.3, -1);
    ray.TMin = 0;
    ray.Direction = float3(0.01, 0.02, 1);
    ray.TMax = 100;
    RayQuery<RAY_FLAG_NONE> q;
    q.TraceRayInline(scene, RAY_FLAG_NONE, mask, ray);
    while (q.Proceed()) q.CommitNonOpaqueTriangleHit();
    return q.CommittedStatus() != COMMITTED_NOTHING ? 1 + q.CommittedInstanceIndex() : 0;
}

Control vertices(uint i : SV_VertexID) {
    uint pixel = i / 3;
    float2 around[3] = { float2(-0.03, -0.03), float2(0, 0.04), float2(0.03, -0.03) };
    Control control;
    control.at = float4((pixel + 0.5) / 8 - 1 + around[i % 3].x, -1.0 / 16 + around[i % 3].y, 0, 1);
    control.pixel = pixel;
    return control;
}

Patch constants(InputPatch<Control, 3> input) {
    Patch patch;
    patch.edges[0] = patch.edges[1] = patch.edges[2] = patch.inside = 1;
    patch.found = Ask(input[0].pixel, 2);
    return patch;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Corner main(InputPatch<Control, 3> input, uint i : SV_OutputControlPointID) {
    Corner corner;
    corner.at = input[i].at;
    corner.pixel = input[i].pixel;
    corner.found = Ask(input[i].pixel, 1);
    return corner;
}

[domain("tri")]
Point domains(Patch patch, float3 where : SV_DomainLocation, const OutputPatch<Corner, 3> corners) {
    Point p;
    p.at = corners[0].at * where.x + corners[1].at * where.y + corners[2].at * where.z;
    p.found = uint4(corners[0].found, corners[2].found, patch.found, Ask(corners[1].pixel, 0x84));
    return p;
}

uint4 shown(Point p) : SV_Target0 { return p.found; }
