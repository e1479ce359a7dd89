// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
struct Point {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
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
    o.f0 = input[i].f0 + 100;
    o.f1 = input[i].f1 + 100;
    o.f2[0].x = 101 + 11 * i;
    o.f2[0].y = 103 + 11 * i;
    o.f2[1].x = 106 + 11 * i;
    o.f2[1].y = 108 + 11 * i;
    o.f2[2].x = 111 + 11 * i;
    o.f2[2].y = 113 + 11 * i;
    o.f2[3].x = 116 + 11 * i;
    o.f2[3].y = 118 + 11 * i;
    o.f3.x = input[i].f3.x + 100;
    o.f3.y = input[i].f3.y + 100;
    o.f4 = 220 + 11 * i;
    o.f5.x = input[i].f5.x + 100;
    o.f5.y = input[i].f5.y + 100;
    o.f5.z = input[i].f5.z + 100;
    o.f6[0].x = input[i].f6[0 + zero].x + 100;
    o.f6[0].y = input[i].f6[0 + zero].y + 100;
    o.f6[0].z = input[i].f6[0 + zero].z + 100;
    o.f6[0].w = 124 + 11 * i;
    o.f6[1].x = input[i].f6[1 + zero].x + 100;
    o.f6[1].y = input[i].f6[1 + zero].y + 100;
    o.f6[1].z = input[i].f6[1 + zero].z + 100;
    o.f6[1].w = 129 + 11 * i;
    o.f7 = input[i].f7 + 100;
    o.f8 = input[i].f8 + 100;
    o.f9 = (uint(203 + 11 * i) & 1) != 0;
    o.f10.x = input[i].f10.x + 100;
    o.f10.y = input[i].f10.y + 100;
    o.f11.x = input[i].f11.x + 100;
    o.f11.y = input[i].f11.y + 100;
    return o;
}
