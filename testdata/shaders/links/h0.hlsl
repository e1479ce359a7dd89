// dxc: -T hs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation int f0[2] : BONE0;
    nointerpolation float2 f1[2] : PATCHUV0;
    centroid float4 f2[2] : COLOR0;
    float2 f3 : SV_CullDistance0;
    min16float2 f4 : SOFT0;
    noperspective float3 f5 : NORMAL0;
    float f6 : UV0;
    nointerpolation uint f7 : ID0;
    float2 f8 : SV_ClipDistance0;
    float2 f9[2] : UV1;
};
struct Point {
    float4 position : SV_Position;
    float2 f1 : SV_CullDistance0;
    nointerpolation bool f2 : FLAG0;
    noperspective float2 f3 : UV0;
    nointerpolation int2 f4 : BONE0;
    nointerpolation float f5 : FOG0;
    noperspective float4 f6[2] : COLOR0;
    noperspective float2 f8[2] : UV2;
    float2 f10 : SV_ClipDistance0;
    nointerpolation int2 f11 : BONE1;
    noperspective float3 f12 : NORMAL0;
    noperspective float f13 : SOFT0;
    noperspective float2 f14 : UV1;
    nointerpolation uint f15 : ID0;
    float2 f16 : SV_ClipDistance1;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float2 f0 : PATCHUV1;
    nointerpolation float2 f7 : PATCHUV0;
    nointerpolation uint f9 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f0.x = input[0].f1[1 + zero].x + 100;
    o.f0.y = input[0].f1[1 + zero].y + 100;
    o.f7.x = input[0].f1[0 + zero].x + 100;
    o.f7.y = input[0].f1[0 + zero].y + 100;
    o.f9 = 271;
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
    o.f1.x = input[i].f3.x + 100;
    o.f1.y = input[i].f3.y + 100;
    o.f2 = (uint(203 + 11 * i) & 1) != 0;
    o.f3.x = input[i].f6 + 100;
    o.f3.y = 103 + 11 * i;
    o.f4.x = input[i].f0[0 + zero] + 100;
    o.f4.y = -int(171 + 11 * i);
    o.f5 = 152 + 11 * i;
    o.f6[0].x = input[i].f2[0 + zero].x + 100;
    o.f6[0].y = input[i].f2[0 + zero].y + 100;
    o.f6[0].z = input[i].f2[0 + zero].z + 100;
    o.f6[0].w = input[i].f2[0 + zero].w + 100;
    o.f6[1].x = input[i].f2[1 + zero].x + 100;
    o.f6[1].y = input[i].f2[1 + zero].y + 100;
    o.f6[1].z = input[i].f2[1 + zero].z + 100;
    o.f6[1].w = input[i].f2[1 + zero].w + 100;
    o.f8[0].x = input[i].f9[1 + zero].x + 100;
    o.f8[0].y = input[i].f9[1 + zero].y + 100;
    o.f8[1].x = 116 + 11 * i;
    o.f8[1].y = 118 + 11 * i;
    o.f10.x = input[i].f8.x + 100;
    o.f10.y = input[i].f8.y + 100;
    o.f11.x = input[i].f0[1 + zero] + 100;
    o.f11.y = -int(176 + 11 * i);
    o.f12.x = input[i].f5.x + 100;
    o.f12.y = input[i].f5.y + 100;
    o.f12.z = input[i].f5.z + 100;
    o.f13 = input[i].f4.x + 100;
    o.f14.x = input[i].f9[0 + zero].x + 100;
    o.f14.y = input[i].f9[0 + zero].y + 100;
    o.f15 = input[i].f7 + 100;
    o.f16.x = 293 + 11 * i;
    o.f16.y = 295 + 11 * i;
    return o;
}
