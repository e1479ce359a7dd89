// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
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
    o.f1[0].x = input[i].f1[0 + zero].x + 100;
    o.f1[0].y = input[i].f1[0 + zero].y + 100;
    o.f1[0].z = input[i].f1[0 + zero].z + 100;
    o.f1[0].w = input[i].f1[0 + zero].w + 100;
    o.f1[1].x = input[i].f1[1 + zero].x + 100;
    o.f1[1].y = input[i].f1[1 + zero].y + 100;
    o.f1[1].z = input[i].f1[1 + zero].z + 100;
    o.f1[1].w = input[i].f1[1 + zero].w + 100;
    o.f2.x = input[i].f2.x + 100;
    o.f2.y = input[i].f2.y + 100;
    o.f3 = input[i].f3;
    o.f4.x = input[i].f4.x + 100;
    o.f4.y = input[i].f4.y + 100;
    o.f4.z = input[i].f4.z + 100;
    o.f5 = input[i].f5 + 100;
    o.f6[0].x = input[i].f6[0 + zero].x + 100;
    o.f6[0].y = input[i].f6[0 + zero].y + 100;
    o.f6[1].x = input[i].f6[1 + zero].x + 100;
    o.f6[1].y = input[i].f6[1 + zero].y + 100;
    o.f7[0] = input[i].f7[0 + zero] + 100;
    o.f7[1] = input[i].f7[1 + zero] + 100;
    o.f8.x = input[i].f8.x + 100;
    o.f8.y = input[i].f8.y + 100;
    o.f9.x = input[i].f9.x + 100;
    o.f9.y = input[i].f9.y + 100;
    o.f10 = input[i].f10 + 100;
    o.f11.x = input[i].f11.x + 100;
    o.f11.y = input[i].f11.y + 100;
    o.f12.x = input[i].f12.x + 100;
    o.f12.y = input[i].f12.y + 100;
    o.f13 = input[i].f13 + 100;
    return o;
}
