// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
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
    o.f0 = input[i].f0;
    o.f1 = input[i].f1 + 100;
    o.f2.x = input[i].f2.x + 100;
    o.f2.y = input[i].f2.y + 100;
    o.f2.z = input[i].f2.z + 100;
    o.f3[0].x = input[i].f3[0 + zero].x + 100;
    o.f3[0].y = -int(171 + 11 * i);
    o.f3[1].x = input[i].f3[1 + zero].x + 100;
    o.f3[1].y = -int(176 + 11 * i);
    o.f4.x = input[i].f4.x + 100;
    o.f4.y = input[i].f4.y + 100;
    o.f5.x = input[i].f5.x + 100;
    o.f5.y = input[i].f5.y + 100;
    o.f6.x = input[i].f6.x + 100;
    o.f6.y = input[i].f6.y + 100;
    o.f6.z = input[i].f6.z + 100;
    o.f6.w = input[i].f6.w + 100;
    o.f7[0].x = input[i].f7[0 + zero].x + 100;
    o.f7[0].y = input[i].f7[0 + zero].y + 100;
    o.f7[1].x = input[i].f7[1 + zero].x + 100;
    o.f7[1].y = input[i].f7[1 + zero].y + 100;
    o.f7[2].x = input[i].f7[2 + zero].x + 100;
    o.f7[2].y = input[i].f7[2 + zero].y + 100;
    o.f8 = input[i].f8 + 100;
    o.f9 = input[i].f9 + 100;
    o.f10.x = input[i].f10.x + 100;
    o.f10.y = input[i].f10.y + 100;
    o.f11.x = input[i].f11.x + 100;
    o.f11.y = input[i].f11.y + 100;
    o.f11.z = input[i].f11.z + 100;
    o.f11.w = input[i].f11.w + 100;
    o.f12.x = input[i].f12.x + 100;
    o.f12.y = input[i].f12.y + 100;
    return o;
}
