// dxc: -T hs_6_0 -E main
// draw: wave operations in both phases: counts of lanes, which the domain shader shows
// Catches: waves in a function that only one invocation runs, without the others kept out.
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
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.sums = float3(output[0].value.x, WaveReadLaneFirst(input[0].value.x), WaveActiveAllEqual(7));
    o.ids[0] = WaveActiveCountBits(true) > 0;
    o.ids[1] = WaveActiveMax(input[1].id);
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
    o.value = float2(WaveActiveMin(i), WaveActiveMax(i));
    return o;
}
