// dxc: -T hs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    noperspective float3 f1 : NORMAL0;
    noperspective float2 f2[2] : UV2;
    float f3 : SV_ClipDistance1;
    noperspective float2 f4 : UV1;
    linear float4 f5 : COLOR1;
    float2 f6 : SV_ClipDistance0;
    linear float2 f7 : COLOR0;
    centroid float2 f8 : PATCHUV0;
    noperspective float f9 : FOG0;
    nointerpolation int2 f10[2] : BONE0;
    noperspective min16float f11 : SOFT0;
};
struct Point {
    float4 position : SV_Position;
    centroid float4 f0[2] : COLOR0;
    nointerpolation float3 f1 : NORMAL0;
    nointerpolation uint f2 : ID0;
    nointerpolation float f3 : UV0;
    nointerpolation float f4 : UV1;
    nointerpolation bool f5 : FLAG0;
    float2 f6 : SV_ClipDistance0;
    nointerpolation float2 f7[2] : UV2;
    nointerpolation float f8 : FOG0;
    nointerpolation int f9 : TINY0;
    nointerpolation int2 f11[2] : BONE0;
    float f12 : SV_ClipDistance1;
    min16float2 f13 : SOFT0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    float2 f10[2] : PATCHUV0;
    nointerpolation uint f14 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f10[0].x = input[0].f8.x + 100;
    o.f10[0].y = input[0].f8.y + 100;
    o.f10[1].x = 259;
    o.f10[1].y = 261;
    o.f14 = 271;
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
    o.f0[0].x = 118 + 11 * i;
    o.f0[0].y = 120 + 11 * i;
    o.f0[0].z = 122 + 11 * i;
    o.f0[0].w = 124 + 11 * i;
    o.f0[1].x = input[i].f5.x + 100;
    o.f0[1].y = input[i].f5.y + 100;
    o.f0[1].z = input[i].f5.z + 100;
    o.f0[1].w = input[i].f5.w + 100;
    o.f1.x = input[i].f1.x + 100;
    o.f1.y = input[i].f1.y + 100;
    o.f1.z = input[i].f1.z + 100;
    o.f2 = 186 + 11 * i;
    o.f3 = 101 + 11 * i;
    o.f4 = input[i].f4.x + 100;
    o.f5 = (uint(203 + 11 * i) & 1) != 0;
    o.f6.x = input[i].f6.x + 100;
    o.f6.y = input[i].f6.y + 100;
    o.f7[0].x = 111 + 11 * i;
    o.f7[0].y = 113 + 11 * i;
    o.f7[1].x = 116 + 11 * i;
    o.f7[1].y = 118 + 11 * i;
    o.f8 = input[i].f9 + 100;
    o.f9 = input[i].f0 + 100;
    o.f11[0].x = input[i].f10[0].x + 100;
    o.f11[0].y = input[i].f10[0].y + 100;
    o.f11[1].x = input[i].f10[1].x + 100;
    o.f11[1].y = input[i].f10[1].y + 100;
    o.f12 = input[i].f3 + 100;
    o.f13.x = input[i].f11 + 100;
    o.f13.y = 222 + 11 * i;
    return o;
}
