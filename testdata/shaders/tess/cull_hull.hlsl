// dxc: -T hs_6_0 -E main
// dxc[points]: -T hs_6_0 -E main -D TOPOLOGY='"point"'
// draw: an edge factor from the vertices: patches with one that is 0, negative or NaN are not drawn
// Catches: NaN that becomes a number, factors that are held to 1.
struct Control { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Point { float4 position : POSITION; float2 value : VALUE; };
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 sums : SUMS;
    uint ids[2] : IDS;
};

Constants constants(InputPatch<Control, 3> input) {
    Constants o;
    o.edges[0] = 1;
    o.edges[1] = input[0].value.y;
    o.edges[2] = 1;
    o.inside = 1;
    o.sums = 0;
    o.ids[0] = o.ids[1] = 0;
    return o;
}

[domain("tri")]
[partitioning("fractional_odd")]
#ifndef TOPOLOGY
#define TOPOLOGY "triangle_cw"
#endif
[outputtopology(TOPOLOGY)]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Control, 3> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i].position;
    o.value = input[i].value;
    return o;
}
