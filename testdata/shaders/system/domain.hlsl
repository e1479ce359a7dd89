// dxc: -T ds_6_8 -E main
// draw: every system value of a domain shader
// Catches: system values that are not known in a stage.
struct Point {
    float4 position : SV_Position; float2 clip[2] : SV_ClipDistance; float2 cull : SV_CullDistance1; float cull0 : SV_CullDistance0;
    nointerpolation uint values[6] : VALUES; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
};
struct Constants { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; uint ids[3] : IDS; };
[domain("quad")]
Point main(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> patch, uint id : SV_PrimitiveID, uint view : SV_ViewID) {
    Point o = patch[0];
    o.position = lerp(lerp(patch[0].position, patch[1].position, at.x), lerp(patch[2].position, patch[3].position, at.x), at.y);
    o.values[3] = id; o.values[4] = view; o.values[5] = c.ids[0] + uint(c.edges[3] + c.inside[1]);
    return o;
}
