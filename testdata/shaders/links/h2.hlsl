// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE1;
    nointerpolation int f1 : TINY0;
    noperspective float2 f2[2] : UV2;
    nointerpolation bool f3 : FLAG0;
    float2 f4 : SV_ClipDistance1;
    float f5 : SV_ClipDistance0;
    nointerpolation int2 f6 : BONE0;
    nointerpolation float2 f7 : SOFT0;
    float f8 : NORMAL0;
    noperspective float2 f9[2] : UV0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    float2 f1 : SV_ClipDistance1;
    centroid float4 f2[2] : COLOR0;
    noperspective float3 f3 : NORMAL0;
    nointerpolation min16int f4 : TINY0;
    nointerpolation float2 f5 : UV2;
    nointerpolation bool f6 : FLAG0;
    nointerpolation int2 f7 : BONE0;
    float f8 : FOG0;
    nointerpolation float2 f9[2] : UV0;
    nointerpolation int2 f10 : BONE1;
    centroid float2 f11 : SOFT0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation uint f12 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f12 = 271;
    return o;
}
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Input, 3> input, uint i : SV_OutputControlPointID) {
    Point o;
    o.position = input[i].position;
    o.f0 = 186 + 11 * i;
    o.f1.x = input[i].f4.x + 100;
    o.f1.y = input[i].f4.y + 100;
    o.f3.x = input[i].f8 + 100;
    o.f3.y = 137 + 11 * i;
    o.f3.z = 139 + 11 * i;
    o.f5.x = input[i].f2[0].x + 100;
    o.f5.y = input[i].f2[0].y + 100;
    o.f6 = input[i].f3;
    o.f7.x = input[i].f6.x + 100;
    o.f7.y = input[i].f6.y + 100;
    o.f8 = 152 + 11 * i;
    o.f9[0].x = input[i].f9[0].x + 100;
    o.f9[0].y = input[i].f9[0].y + 100;
    o.f9[1].x = input[i].f9[1].x + 100;
    o.f9[1].y = input[i].f9[1].y + 100;
    o.f11.x = input[i].f7.x + 100;
    o.f11.y = input[i].f7.y + 100;
    return o;
}
