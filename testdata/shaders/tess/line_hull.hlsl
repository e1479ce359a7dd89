// dxc: -T hs_6_0 -E main
// draw: isolines: four lines of eight segments
// Catches: density and detail exchanged.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float4 position : POSITION; };
struct Constants { float factors[2] : SV_TessFactor; };

Constants constants(InputPatch<Control, 2> input) {
    Constants o;
    o.factors[0] = 4;
    o.factors[1] = 8;
    return o;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, 2> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i].position;
    return o;
}
