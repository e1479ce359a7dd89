// dxc: -T ds_6_0 -E main
// draw: a quad over all of the target; shows u, v, the patch's total and a mix of the values
// Catches: u and v exchanged, the order of the factors.
struct Point { float2 corner : CORNER; float value : VALUE; };
struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float total : TOTAL;
};
struct Output { float4 position : SV_Position; float4 shown : SHOWN; };
cbuffer Mode : register(b0, space2) { uint mode; };

[domain("quad")]
Output main(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> patch) {
    float2 corner = lerp(lerp(patch[0].corner, patch[1].corner, at.x), lerp(patch[2].corner, patch[3].corner, at.x), at.y);
    float value = lerp(lerp(patch[0].value, patch[1].value, at.x), lerp(patch[2].value, patch[3].value, at.x), at.y);
    Output o;
    o.position = float4(corner.x * 2 - 1, 1 - corner.y * 2, 0.5, 1);
    o.shown = float4(at, c.total, value);
    if (mode == 1) o.shown = float4(c.edges[0], c.edges[1], c.edges[2], c.edges[3]);
    if (mode == 2) o.shown = float4(c.inside[0], c.inside[1], 0, 0);
    return o;
}
