// dxc[vs]: -T vs_6_0 -E vertex
// dxc[hs]: -T hs_6_0 -E hull
// dxc[ds]: -T ds_6_0 -E domain
// dxc[gs]: -T gs_6_0 -E geometry
// dxc[ps]: -T ps_6_0 -E pixel
// draw: clip and cull distances through all stages, each of which but the first swaps the rows of the former; hull and geometry shaders
//       double the latter; two float4 targets: both clip rows; the cull distances and 1
// Catches: arrays of distances that are in another order, or counted from another place, in the next stage.
struct Vertex {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float first : SV_CullDistance0;
};
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Vertex swapped(Vertex v, float scale) {
    Vertex o;
    o.position = v.position; o.clip[0] = v.clip[1]; o.clip[1] = v.clip[0]; o.cull = v.cull * scale; o.first = v.first * scale;
    return o;
}

Vertex vertex(float4 p : POSITION, uint k : SV_VertexID) {
    Vertex o;
    o.position = p;
    o.clip[0] = float2(1, 2 + k);
    o.clip[1] = float2(k == 1 ? -1 : 1, 3);
    o.cull = float2(5, 6);
    o.first = 1 + k;
    return o;
}

Constants constants() {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Vertex hull(InputPatch<Vertex, 3> input, uint i : SV_OutputControlPointID) { return swapped(input[i], 2); }

[domain("tri")]
Vertex domain(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Vertex, 3> p) {
    Vertex o;
    o.position = p[0].position * at.x + p[1].position * at.y + p[2].position * at.z;
    for (uint row = 0; row < 2; ++row) o.clip[row] = p[0].clip[row] * at.x + p[1].clip[row] * at.y + p[2].clip[row] * at.z;
    o.cull = p[0].cull * at.x + p[1].cull * at.y + p[2].cull * at.z;
    o.first = p[0].first * at.x + p[1].first * at.y + p[2].first * at.z;
    return swapped(o, 1);
}

[maxvertexcount(3)]
void geometry(triangle Vertex input[3], inout TriangleStream<Vertex> stream) {
    for (uint i = 0; i < 3; ++i) stream.Append(swapped(input[i], 2));
}

void pixel(Vertex v, out float4 clip : SV_Target0, out float4 cull : SV_Target1) {
    clip = float4(v.clip[0], v.clip[1]);
    cull = float4(v.first, v.cull, 1);
}
