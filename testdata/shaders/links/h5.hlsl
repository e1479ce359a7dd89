// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    nointerpolation int2 f1[2] : BONE0;
    centroid float f2[2] : PATCHUV0;
    noperspective float f3 : FOG0;
    float2 f4 : UV3;
    nointerpolation uint f5 : ID0;
    linear float4 f6[2] : COLOR0;
    float2 f7 : SV_ClipDistance1;
    nointerpolation uint f8 : PATCHID0;
    float f9 : SV_CullDistance0;
    float2 f10 : UV0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    centroid float4 f1 : COLOR0;
    linear float2 f2 : SOFT0;
    nointerpolation int2 f3 : BONE1;
    float2 f4 : SV_ClipDistance1;
    linear float f5 : FOG0;
    nointerpolation uint f6 : ID0;
    centroid float2 f7[2] : UV2;
    centroid float4 f8 : COLOR1;
    nointerpolation int f9 : TINY0;
    nointerpolation int f10 : BONE0;
    centroid float2 f12[2] : UV0;
    linear float3 f13 : NORMAL0;
    float2 f14 : SV_ClipDistance0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float f11 : PATCHUV0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f11 = 254;
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
    o.f0 = (uint(203 + 11 * i) & 1) != 0;
    o.f1.x = input[i].f6[0].x + 100;
    o.f1.y = input[i].f6[0].y + 100;
    o.f1.z = input[i].f6[0].z + 100;
    o.f1.w = input[i].f6[0].w + 100;
    o.f2.x = 220 + 11 * i;
    o.f2.y = 222 + 11 * i;
    o.f4.x = input[i].f7.x + 100;
    o.f4.y = input[i].f7.y + 100;
    o.f5 = input[i].f3 + 100;
    o.f6 = input[i].f5 + 100;
    o.f7[0].x = 111 + 11 * i;
    o.f7[0].y = 113 + 11 * i;
    o.f7[1].x = input[i].f4.x + 100;
    o.f7[1].y = input[i].f4.y + 100;
    o.f8.x = input[i].f6[1].x + 100;
    o.f8.y = input[i].f6[1].y + 100;
    o.f8.z = input[i].f6[1].z + 100;
    o.f8.w = input[i].f6[1].w + 100;
    o.f9 = input[i].f0 + 100;
    o.f10 = input[i].f1[0].x + 100;
    o.f12[0].x = input[i].f10.x + 100;
    o.f12[0].y = input[i].f10.y + 100;
    o.f12[1].x = 106 + 11 * i;
    o.f12[1].y = 108 + 11 * i;
    o.f13.x = 135 + 11 * i;
    o.f13.y = 137 + 11 * i;
    o.f13.z = 139 + 11 * i;
    o.f14.x = 288 + 11 * i;
    o.f14.y = 290 + 11 * i;
    return o;
}
