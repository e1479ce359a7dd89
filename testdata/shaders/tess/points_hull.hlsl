// dxc: -T hs_6_0 -E hull -D IN=1 -D OUT=32
// dxc[to]: -T ds_6_0 -E domain -D IN=1 -D OUT=32
// dxc[few]: -T hs_6_0 -E hull -D IN=32 -D OUT=1
// dxc[few_to]: -T ds_6_0 -E domain -D IN=1 -D OUT=1
// dxc[odd]: -T hs_6_0 -E hull -D IN=5 -D OUT=7
// dxc[odd_to]: -T ds_6_0 -E domain -D IN=1 -D OUT=7
// draw: a quad over all of the target from IN to OUT control points; what they and the patch add up to is shown
// Catches: one number of control points taken for the other, a barrier that is not there for all of them.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float value : VALUE; nointerpolation uint number : NUMBER; };
struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float totals[2] : TOTALS;
};
struct Output { float4 position : SV_Position; float4 shown : SHOWN; };

Constants constants(InputPatch<Control, IN> input, const OutputPatch<Point, OUT> output, uint patch : SV_PrimitiveID) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.edges[3] = 2;
    o.inside[0] = o.inside[1] = 1;
    o.totals[0] = patch;
    o.totals[1] = 0;
    [loop] for (uint i = 0; i < IN; i++) o.totals[0] += input[i].value.x * (i + 1);
    [loop] for (uint n = 0; n < OUT; n++) o.totals[1] += output[n].value + output[n].number;
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(OUT)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Control, IN> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.value = input[(i * 3) % IN].value.x + i * 0.5;
    o.number = i * i;
    return o;
}

[domain("quad")]
Output domain(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, OUT> patch) {
    float2 sums = 0;
    [loop] for (uint n = 0; n < OUT; n++) sums += float2(patch[n].value * (n + 1), patch[n].number);
    Output o;
    o.position = float4(at.x * 2 - 1, 1 - at.y * 2, 0.5, 1);
    o.shown = float4(c.totals[0], c.totals[1], sums);
    return o;
}
