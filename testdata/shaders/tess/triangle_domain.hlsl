// dxc: -T ds_6_0 -E main
// dxc[od]: -T ds_6_0 -E main -Od
// draw: mixes three control points; MODE chooses what is shown
// Catches: barycentric weights in another order, factors and constants read from wrong places.
struct Point { float4 position : POSITION; float2 value : VALUE; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 sums : SUMS;
    uint ids[2] : IDS;
};
struct Output { float4 position : SV_Position; float4 shown : SHOWN; };
cbuffer Mode : register(b0, space2) { uint mode; uint row; };

[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch, uint id : SV_PrimitiveID) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    float2 value = patch[0].value * at.x + patch[1].value * at.y + patch[2].value * at.z;
    o.shown = float4(value, id, 1);
    if (mode == 1) o.shown = float4(c.edges[0], c.edges[1], c.edges[2], c.inside);
    if (mode == 2) o.shown = float4(c.sums, 0);
    if (mode == 3) o.shown = float4(c.ids[0], c.ids[1], c.ids[row & 1], c.edges[row % 3]);
    if (mode == 4) o.shown = float4(at, patch[row % 3].value.x);
    return o;
}
