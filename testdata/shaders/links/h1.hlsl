// dxc: -T hs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    noperspective float3 f0 : NORMAL0;
    linear float4 f1 : COLOR1;
    float f2 : SV_ClipDistance1;
    float2 f3 : SV_CullDistance0;
    float2 f4 : SV_ClipDistance0;
    noperspective float2 f5[2] : UV2;
    nointerpolation int2 f6[2] : BONE0;
    nointerpolation min16int f7 : TINY0;
    centroid float2 f8 : PATCHUV0;
    noperspective float f9 : FOG0;
    noperspective min16float f10 : SOFT0;
    linear float2 f11 : COLOR0;
    noperspective float2 f12 : UV1;
};
struct Point {
    float4 position : SV_Position;
    centroid float2 f0 : UV3;
    linear float f1 : FOG0;
    float2 f2 : SV_ClipDistance0;
    nointerpolation int2 f3 : BONE0;
    centroid float2 f4[2] : UV0;
    linear min16float2 f6 : SOFT0;
    nointerpolation bool f7 : FLAG0;
    nointerpolation float3 f8 : NORMAL0;
    float f9 : SV_ClipDistance1;
    nointerpolation uint f10 : ID0;
    nointerpolation int2 f11 : BONE1;
    centroid float2 f12 : UV2;
    float2 f13 : SV_CullDistance0;
    nointerpolation min16int f14 : TINY0;
    nointerpolation float4 f15[2] : COLOR0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f5 : PATCHUV0;
    nointerpolation uint f16 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f5.x = input[0].f8.x + 100;
    o.f5.y = input[0].f8.y + 100;
    o.f16 = 271;
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
    o.f0.x = 116 + 11 * i;
    o.f0.y = 118 + 11 * i;
    o.f1 = input[i].f9 + 100;
    o.f2.x = input[i].f4.x + 100;
    o.f2.y = input[i].f4.y + 100;
    o.f3.x = input[i].f6[0 + zero].x + 100;
    o.f3.y = input[i].f6[0 + zero].y + 100;
    o.f6.x = input[i].f10 + 100;
    o.f6.y = 222 + 11 * i;
    o.f7 = (uint(203 + 11 * i) & 1) != 0;
    o.f8.x = input[i].f0.x + 100;
    o.f8.y = input[i].f0.y + 100;
    o.f8.z = input[i].f0.z + 100;
    o.f9 = input[i].f2 + 100;
    o.f10 = 186 + 11 * i;
    o.f11.x = input[i].f6[1 + zero].x + 100;
    o.f11.y = input[i].f6[1 + zero].y + 100;
    o.f12.x = 111 + 11 * i;
    o.f12.y = 113 + 11 * i;
    o.f13.x = input[i].f3.x + 100;
    o.f13.y = input[i].f3.y + 100;
    o.f14 = input[i].f7 + 100;
    o.f15[0].x = 118 + 11 * i;
    o.f15[0].y = 120 + 11 * i;
    o.f15[0].z = 122 + 11 * i;
    o.f15[0].w = 124 + 11 * i;
    o.f15[1].x = input[i].f1.x + 100;
    o.f15[1].y = input[i].f1.y + 100;
    o.f15[1].z = input[i].f1.z + 100;
    o.f15[1].w = input[i].f1.w + 100;
    return o;
}
