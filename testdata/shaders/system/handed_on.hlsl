// dxc[vs]: -T vs_6_4 -E vertex
// dxc[rate]: -T vs_6_4 -E vertex -D RATE
// dxc[hs]: -T hs_6_4 -E hull
// dxc[ds]: -T ds_6_4 -E domain
// dxc[gs]: -T gs_6_4 -E geometry
// dxc[gsrate]: -T gs_6_4 -E geometry -D RATE
// dxc[ps]: -T ps_6_4 -E pixel
// draw: layer, viewport and shading rate that a vertex or domain shader gives, read by the hull or geometry shader behind it, which hands
//       them on as ordinary values; uint4 target: what came
// Catches: values for the rasterizer that a stage in between does not get.
struct Vertex {
    float4 position : SV_Position; uint layer : SV_RenderTargetArrayIndex; nointerpolation float more : MORE;
    uint viewport : SV_ViewportArrayIndex;
#ifdef RATE
    uint rate : SV_ShadingRate;
#endif
};
struct Point { float4 position : SV_Position; uint3 values : VALUES; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Vertex vertex(float4 p : POSITION, uint k : SV_VertexID) {
    Vertex o;
    o.position = p; o.layer = 40; o.viewport = 50; o.more = 7;
#ifdef RATE
    o.rate = 5;
#endif
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
Point hull(InputPatch<Vertex, 3> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i].position; o.values = uint3(input[i].layer, input[i].viewport, input[i].more);
    return o;
}

[domain("tri")]
Vertex domain(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> p) {
    Vertex o;
    o.position = p[0].position * at.x + p[1].position * at.y + p[2].position * at.z;
    o.layer = p[1].values.x + 1; o.viewport = p[1].values.y + 2; o.more = p[1].values.z;
    return o;
}

[maxvertexcount(3)]
void geometry(triangle Vertex input[3], inout TriangleStream<Point> stream) {
    for (uint i = 0; i < 3; ++i) {
        Point o;
        o.position = input[i].position; o.values = uint3(input[i].layer, input[i].viewport, input[i].more);
#ifdef RATE
        o.values.z += input[i].rate * 100;
#endif
        stream.Append(o);
    }
}

uint4 pixel(Point p) : SV_Target { return uint4(p.values, 1); }
