// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    nointerpolation int f1 : TINY0;
    linear float f2 : COLOR1;
    nointerpolation float f3 : PATCHUV1;
    linear float4 f4 : COLOR0;
    nointerpolation float f5[3] : UV0;
    noperspective float2 f6 : SOFT0;
    nointerpolation bool f7 : FLAG0;
    float f8 : FOG0;
    nointerpolation uint f9 : ID0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
    nointerpolation float2 f12 : UV3;
    centroid float3 f13 : NORMAL0;
    nointerpolation int2 f14[2] : BONE0;
};
struct Point {
    float4 position : SV_Position;
    linear float2 f0[2] : UV0;
    centroid float3 f1 : NORMAL0;
    centroid float4 f2 : COLOR1;
    nointerpolation min16int f4 : TINY0;
    nointerpolation uint f5 : ID0;
    float2 f6 : SV_ClipDistance1;
    centroid float f7 : FOG0;
    float2 f8 : SV_ClipDistance0;
    centroid float2 f9 : COLOR0;
    linear min16float2 f10 : SOFT0;
    nointerpolation int2 f12[2] : BONE0;
    linear float2 f13 : UV3;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float2 f3[2] : PATCHUV0;
    nointerpolation uint f11 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f3[0].x = 254;
    o.f3[0].y = 256;
    o.f3[1].x = input[0].f3 + 100;
    o.f3[1].y = 261;
    o.f11 = input[0].f0 + 100;
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
    o.f0[0].x = 101 + 11 * i;
    o.f0[0].y = 103 + 11 * i;
    o.f0[1].x = 106 + 11 * i;
    o.f0[1].y = 108 + 11 * i;
    o.f1.x = input[i].f13.x + 100;
    o.f1.y = input[i].f13.y + 100;
    o.f1.z = input[i].f13.z + 100;
    o.f2.x = input[i].f2 + 100;
    o.f2.y = 125 + 11 * i;
    o.f2.z = 127 + 11 * i;
    o.f2.w = 129 + 11 * i;
    o.f4 = input[i].f1 + 100;
    o.f5 = 186 + 11 * i;
    o.f6.x = input[i].f10.x + 100;
    o.f6.y = input[i].f10.y + 100;
    o.f7 = input[i].f8 + 100;
    o.f8.x = input[i].f11.x + 100;
    o.f8.y = input[i].f11.y + 100;
    o.f9.x = input[i].f4.x + 100;
    o.f9.y = input[i].f4.y + 100;
    o.f10.x = input[i].f6.x + 100;
    o.f10.y = input[i].f6.y + 100;
    o.f12[0].x = input[i].f14[0 + zero].x + 100;
    o.f12[0].y = input[i].f14[0 + zero].y + 100;
    o.f12[1].x = input[i].f14[1 + zero].x + 100;
    o.f12[1].y = input[i].f14[1 + zero].y + 100;
    return o;
}
