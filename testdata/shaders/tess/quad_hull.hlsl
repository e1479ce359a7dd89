// dxc: -T hs_6_0 -E main -D IN=4
// dxc[one]: -T hs_6_0 -E main -D IN=1
// dxc[many]: -T hs_6_0 -E main -D IN=32
// dxc[ccw]: -T hs_6_0 -E main -D IN=4 -D CCW
// draw: a quad over all of the target, whatever comes in; 4 control points out of IN
// Catches: as many outputs as inputs taken for granted; winding turned round.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float2 corner : CORNER; float value : VALUE; };
struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float total : TOTAL;
};

Constants constants(InputPatch<Control, IN> input, const OutputPatch<Point, 4> output, uint id : SV_PrimitiveID) {
    Constants o;
    [unroll] for (uint i = 0; i < 4; i++) o.edges[i] = 2 + i;
    o.inside[0] = 6;
    o.inside[1] = 7;
    o.total = id * 1000;
    [loop] for (uint k = 0; k < IN; k++) o.total += input[k].value.x;
    [loop] for (uint n = 0; n < 4; n++) o.total += output[n].value * 100;
    return o;
}

[domain("quad")]
[partitioning("fractional_even")]
#ifdef CCW
[outputtopology("triangle_ccw")]
#else
[outputtopology("triangle_cw")]
#endif
[outputcontrolpoints(4)]
[maxtessfactor(16.0)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, IN> input, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) {
    Point o;
    o.corner = float2(i & 1, i >> 1);
    o.value = input[i % IN].value.y + id;
    return o;
}
