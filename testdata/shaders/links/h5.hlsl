// dxc: -T hs_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float2 f0 : UV3;
    nointerpolation uint f1 : ID0;
    float2 f2 : SV_ClipDistance1;
    linear float4 f3[2] : COLOR0;
    centroid float f4[2] : PATCHUV0;
    float2 f5 : UV0;
    nointerpolation min16int f6 : TINY0;
    noperspective float f7 : FOG0;
    nointerpolation int2 f8[2] : BONE0;
    nointerpolation uint f9 : PATCHID0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE1;
    nointerpolation int2 f1 : BONE0;
    linear float f2 : FOG0;
    nointerpolation float2 f3[3] : UV1;
    float2 f4 : SV_ClipDistance0;
    nointerpolation min16int f5 : TINY0;
    centroid float3 f6 : NORMAL0;
    nointerpolation uint f7 : ID0;
    linear float4 f9 : COLOR0;
    min16float2 f10 : SOFT0;
    nointerpolation bool f11 : FLAG0;
    nointerpolation float2 f12 : UV0;
    linear float4 f13 : COLOR1;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f8[2] : PATCHUV0;
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
    o.f1.x = input[i].f8[0 + zero].x + 100;
    o.f2 = input[i].f7 + 100;
    o.f4.x = 288 + 11 * i;
    o.f4.y = 290 + 11 * i;
    o.f5 = input[i].f6 + 100;
    o.f6.x = 135 + 11 * i;
    o.f6.y = 137 + 11 * i;
    o.f6.z = 139 + 11 * i;
    o.f7 = input[i].f1 + 100;
    o.f9.x = input[i].f3[0 + zero].x + 100;
    o.f9.y = input[i].f3[0 + zero].y + 100;
    o.f10.x = 220 + 11 * i;
    o.f10.y = 222 + 11 * i;
    o.f11 = (uint(203 + 11 * i) & 1) != 0;
    o.f12.x = input[i].f5.x + 100;
    o.f12.y = input[i].f5.y + 100;
    o.f13.x = input[i].f3[1 + zero].x + 100;
    o.f13.y = input[i].f3[1 + zero].y + 100;
    o.f13.z = input[i].f3[1 + zero].z + 100;
    o.f13.w = input[i].f3[1 + zero].w + 100;
    return o;
}
