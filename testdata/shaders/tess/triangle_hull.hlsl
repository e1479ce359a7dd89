// dxc: -T hs_6_0 -E main
// dxc[od]: -T hs_6_0 -E main -Od
// draw: three control points, each changed by its number; patch constants from input and output control points
// Catches: a patch-constant function that runs before all control points are written, or sees the inputs in their place;
// constants in the wrong rows.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float4 position : POSITION; float2 value : VALUE; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 sums : SUMS;
    uint ids[2] : IDS;
};

Constants constants(InputPatch<Control, 3> input, OutputPatch<Point, 3> output) {
    Constants o;
    o.edges[0] = 1;
    o.edges[1] = 2;
    o.edges[2] = 3;
    o.inside = 4;
    o.sums = float3(output[0].value.x + output[1].value.x + output[2].value.x,
                    input[0].value.x + input[1].value.x + input[2].value.x,
                    output[2].value.y);
    o.ids[0] = input[2].id;
    o.ids[1] = input[0].id * 16 + input[1].id;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, 3> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i].position;
    o.value = input[i].value * 2 + float2(i, input[(i + 1) % 3].id);
    return o;
}
