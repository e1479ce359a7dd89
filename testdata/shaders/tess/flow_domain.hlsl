// dxc: -T ds_6_0 -E main
// draw: takes less than tess/flow_hull gives; shows a constant and a control point's row by dynamic index
// Catches: places of patch constants that depend on what else the stages have.
struct Point { float4 position : SV_Position; float clip : SV_ClipDistance; float rows[3] : ROWS; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float values[4] : VALUES;
    float last : LAST;
};
struct Output { float4 position : SV_Position; float4 shown : SHOWN; float clip : SV_ClipDistance; };
cbuffer Mode : register(b0, space2) { uint mode; uint row; };

[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 32> patch) {
    Output o;
    o.position = patch[30].position * at.x + patch[31].position * at.y + patch[29].position * at.z;
    o.clip = patch[30].clip * at.x + patch[31].clip * at.y + patch[29].clip * at.z;
    o.shown = float4(c.values[row & 3], c.last, patch[row].rows[row % 3], 1);
    return o;
}
