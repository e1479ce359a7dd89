// dxc: -T hs_6_8 -E main
// draw: every system value of a hull shader, those that the stage before gives to the rasterizer too
// Catches: system values that are not known in a phase; values for the rasterizer, which are ordinary between these stages.
struct Point {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
};
struct Constants { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; uint ids[3] : IDS; };
Constants constants(InputPatch<Point, 4> i, OutputPatch<Point, 4> p, uint id : SV_PrimitiveID, uint view : SV_ViewID) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.edges[3] = o.inside[0] = o.inside[1] = 1;
    o.ids[0] = id; o.ids[1] = view; o.ids[2] = i[1].layer + p[2].rate;
    return o;
}
[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 4> input, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID, uint view : SV_ViewID) {
    Point o = input[i];
    o.values[0] = i; o.values[1] = id; o.values[2] = view;
    return o;
}
