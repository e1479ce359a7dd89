// dxc: -T hs_6_0 -E main
// draw: control points as they come in
// Catches: outputs that nobody writes.
struct Point { float4 position : POSITION; float2 value : VALUE; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 sums : SUMS;
    uint ids[2] : IDS;
};

Constants constants(InputPatch<Point, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = 2;
    o.inside = 3;
    o.sums = float3(input[0].value.x, input[1].value.x, input[2].value.x);
    o.ids[0] = 3;
    o.ids[1] = 4;
    return o;
}

[domain("tri")]
[partitioning("pow2")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> input, uint i : SV_OutputControlPointID) { return input[i]; }
