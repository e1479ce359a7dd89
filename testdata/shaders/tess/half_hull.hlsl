// dxc: -T hs_6_2 -E hull -enable-16bit-types -D SCALAR=half
// dxc[ds]: -T ds_6_2 -E domain -enable-16bit-types -D SCALAR=half
// dxc[min]: -T hs_6_0 -E hull -D SCALAR=min16float
// dxc[min_ds]: -T ds_6_0 -E domain -D SCALAR=min16float
// draw: a quad over all of the target whose factors, constants and control points have 16 bits
// Catches: factors stored with 16 bits, where the device reads 32.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { vector<SCALAR, 2> corner : CORNER; SCALAR value : VALUE; };
struct Constants {
    SCALAR edges[4] : SV_TessFactor;
    SCALAR inside[2] : SV_InsideTessFactor;
    SCALAR total : TOTAL;
};
struct Output { float4 position : SV_Position; float4 shown : SHOWN; };
cbuffer Mode : register(b0, space2) { uint mode; };

Constants constants(InputPatch<Control, 4> input, const OutputPatch<Point, 4> output) {
    Constants o;
    for (uint i = 0; i < 4; i++) o.edges[i] = (SCALAR)(input[i].value.x + 1.5);
    o.inside[0] = 6;
    o.inside[1] = (SCALAR)input[2].value.y;
    o.total = 0;
    for (uint n = 0; n < 4; n++) o.total += output[n].value;
    return o;
}

[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Control, 4> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.corner = vector<SCALAR, 2>(i & 1, i >> 1);
    o.value = (SCALAR)input[i].value.y;
    return o;
}

[domain("quad")]
Output domain(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> patch) {
    float2 corner = float2(patch[3].corner) * at;
    Output o;
    o.position = float4(corner.x * 2 - 1, 1 - corner.y * 2, 0.5, 1);
    o.shown = float4(c.edges[0], c.edges[1], c.edges[2], c.edges[3]);
    if (mode) o.shown = float4(c.inside[0], c.inside[1], c.total, patch[2].value);
    return o;
}
