// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
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
    o.f1.x = input[i].f1.x + 100;
    o.f1.y = input[i].f1.y + 100;
    o.f1.z = input[i].f1.z + 100;
    o.f2.x = -int(174 + 11 * i);
    o.f2.y = -int(176 + 11 * i);
    o.f3.x = input[i].f3.x + 100;
    o.f3.y = input[i].f3.y + 100;
    o.f4 = (uint(203 + 11 * i) & 1) != 0;
    o.f5[0].x = input[i].f5[0 + zero].x + 100;
    o.f5[0].y = input[i].f5[0 + zero].y + 100;
    o.f5[1].x = input[i].f5[1 + zero].x + 100;
    o.f5[1].y = input[i].f5[1 + zero].y + 100;
    o.f5[2].x = input[i].f5[2 + zero].x + 100;
    o.f5[2].y = input[i].f5[2 + zero].y + 100;
    o.f5[3].x = input[i].f5[3 + zero].x + 100;
    o.f5[3].y = input[i].f5[3 + zero].y + 100;
    o.f6 = 152 + 11 * i;
    o.f7 = input[i].f7 + 100;
    o.f8[0].x = input[i].f8[0 + zero].x + 100;
    o.f8[0].y = input[i].f8[0 + zero].y + 100;
    o.f8[0].z = input[i].f8[0 + zero].z + 100;
    o.f8[0].w = 124 + 11 * i;
    o.f8[1].x = input[i].f8[1 + zero].x + 100;
    o.f8[1].y = input[i].f8[1 + zero].y + 100;
    o.f8[1].z = input[i].f8[1 + zero].z + 100;
    o.f8[1].w = 129 + 11 * i;
    o.f9 = input[i].f9 + 100;
    o.f10 = input[i].f10 + 100;
    o.f11.x = 288 + 11 * i;
    o.f11.y = 290 + 11 * i;
    return o;
}
