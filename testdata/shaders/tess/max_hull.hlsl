// dxc: -T hs_6_0 -E main
// draw: factors from the vertices, 1, 3, 5, 7 and 6, 2, of which none goes beyond 4
// Catches: [maxtessfactor] left to the device, which takes it for granted.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float2 corner : CORNER; float value : VALUE; };
struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float total : TOTAL;
};

Constants constants(InputPatch<Control, 4> input) {
    Constants o;
    for (uint i = 0; i < 4; i++) o.edges[i] = input[i].value.y * 2;
    o.inside[0] = input[3].value.x * 2;
    o.inside[1] = input[1].value.x * 2;
    o.total = 9;
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[maxtessfactor(4.0)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, 4> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.corner = float2(i & 1, i >> 1);
    o.value = input[i].value.y;
    return o;
}
