// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance1;
    nointerpolation float f1 : PATCHUV1;
    nointerpolation int f2 : TINY0;
    nointerpolation float f3[3] : UV0;
    float f4 : FOG0;
    float2 f5 : SV_ClipDistance0;
    linear float f6 : COLOR1;
    nointerpolation float2 f7 : UV3;
    noperspective float2 f8 : SOFT0;
    nointerpolation bool f9 : FLAG0;
    nointerpolation uint f10 : ID0;
    nointerpolation uint f11 : PATCHID0;
    centroid float3 f12 : NORMAL0;
    nointerpolation int2 f13[2] : BONE0;
    linear float4 f14 : COLOR0;
};
struct Point {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance1;
    centroid min16float2 f1 : SOFT0;
    float f2 : FOG0;
    float2 f3 : SV_ClipDistance0;
    nointerpolation uint f6 : ID0;
    nointerpolation int2 f7[2] : BONE0;
    nointerpolation bool f8 : FLAG0;
    centroid float4 f9[2] : COLOR0;
    nointerpolation float2 f10[4] : UV0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f4 : PATCHUV0;
    nointerpolation uint f5 : PATCHID0;
    centroid float2 f11 : PATCHUV1;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f4.x = 254;
    o.f4.y = 256;
    o.f5 = input[0].f11 + 100;
    o.f11.x = input[0].f1 + 100;
    o.f11.y = 261;
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
    o.f0.x = input[i].f0.x + 100;
    o.f0.y = input[i].f0.y + 100;
    o.f1.x = input[i].f8.x + 100;
    o.f1.y = input[i].f8.y + 100;
    o.f2 = input[i].f4 + 100;
    o.f3.x = input[i].f5.x + 100;
    o.f3.y = input[i].f5.y + 100;
    o.f6 = 186 + 11 * i;
    o.f7[0].x = input[i].f13[0].x + 100;
    o.f7[0].y = input[i].f13[0].y + 100;
    o.f7[1].x = input[i].f13[1].x + 100;
    o.f7[1].y = input[i].f13[1].y + 100;
    o.f8 = input[i].f9;
    o.f9[0].x = input[i].f14.x + 100;
    o.f9[0].y = input[i].f14.y + 100;
    o.f9[0].z = input[i].f14.z + 100;
    o.f9[0].w = 124 + 11 * i;
    o.f9[1].x = input[i].f6 + 100;
    o.f9[1].y = 125 + 11 * i;
    o.f9[1].z = 127 + 11 * i;
    o.f9[1].w = 129 + 11 * i;
    o.f10[0].x = 101 + 11 * i;
    o.f10[0].y = 103 + 11 * i;
    o.f10[1].x = 106 + 11 * i;
    o.f10[1].y = 108 + 11 * i;
    o.f10[2].x = 111 + 11 * i;
    o.f10[2].y = 113 + 11 * i;
    o.f10[3].x = 116 + 11 * i;
    o.f10[3].y = 118 + 11 * i;
    return o;
}
