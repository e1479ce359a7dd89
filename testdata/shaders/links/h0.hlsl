// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    noperspective float3 f0 : NORMAL0;
    centroid float4 f1[2] : COLOR0;
    min16float2 f2 : SOFT0;
    nointerpolation uint f3 : ID0;
    float2 f4[2] : UV1;
    float2 f5 : SV_ClipDistance0;
    float f6 : UV0;
    nointerpolation int f7[2] : BONE0;
    nointerpolation float2 f8[2] : PATCHUV0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    linear float4 f1 : COLOR0;
    nointerpolation uint f2 : ID0;
    centroid min16float2 f3 : SOFT0;
    noperspective float2 f4 : UV2;
    float2 f5 : SV_ClipDistance1;
    noperspective float2 f6[2] : UV0;
    float3 f7 : NORMAL0;
    float f8 : FOG0;
    linear float4 f9 : COLOR1;
    nointerpolation bool f10 : FLAG0;
    nointerpolation int2 f11 : BONE1;
    float2 f12 : SV_ClipDistance0;
    nointerpolation int2 f14 : BONE0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f13 : PATCHUV0;
    centroid float2 f15 : PATCHUV1;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f13.x = input[0].f8[0].x + 100;
    o.f13.y = input[0].f8[0].y + 100;
    o.f15.x = input[0].f8[1].x + 100;
    o.f15.y = input[0].f8[1].y + 100;
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
    o.f0 = -int(237 + 11 * i);
    o.f1.x = input[i].f1[0].x + 100;
    o.f1.y = input[i].f1[0].y + 100;
    o.f1.z = input[i].f1[0].z + 100;
    o.f1.w = input[i].f1[0].w + 100;
    o.f2 = input[i].f3 + 100;
    o.f3.x = input[i].f2.x + 100;
    o.f3.y = input[i].f2.y + 100;
    o.f4.x = input[i].f4[1].x + 100;
    o.f4.y = input[i].f4[1].y + 100;
    o.f5.x = 293 + 11 * i;
    o.f5.y = 295 + 11 * i;
    o.f6[0].x = input[i].f6 + 100;
    o.f6[0].y = 103 + 11 * i;
    o.f6[1].x = input[i].f4[0].x + 100;
    o.f6[1].y = input[i].f4[0].y + 100;
    o.f7.x = input[i].f0.x + 100;
    o.f7.y = input[i].f0.y + 100;
    o.f7.z = input[i].f0.z + 100;
    o.f8 = 152 + 11 * i;
    o.f9.x = input[i].f1[1].x + 100;
    o.f9.y = input[i].f1[1].y + 100;
    o.f9.z = input[i].f1[1].z + 100;
    o.f9.w = input[i].f1[1].w + 100;
    o.f10 = (uint(203 + 11 * i) & 1) != 0;
    o.f11.x = input[i].f7[1] + 100;
    o.f11.y = -int(176 + 11 * i);
    o.f12.x = input[i].f5.x + 100;
    o.f12.y = input[i].f5.y + 100;
    o.f14.x = input[i].f7[0] + 100;
    o.f14.y = -int(171 + 11 * i);
    return o;
}
