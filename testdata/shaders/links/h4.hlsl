// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float f0 : PATCHUV1;
    float2 f1 : UV2;
    min16float f2 : SOFT0;
    float f3 : PATCHUV0;
    nointerpolation bool f4 : FLAG0;
    centroid float f5 : FOG0;
    nointerpolation uint f6 : PATCHID0;
    float2 f7 : UV3;
    float2 f8 : SV_CullDistance0;
    float2 f9 : SV_ClipDistance1;
    noperspective float f10 : NORMAL0;
    nointerpolation min16int f11 : TINY0;
    float2 f12 : SV_ClipDistance0;
    float2 f13[2] : UV0;
};
struct Point {
    float4 position : SV_Position;
    nointerpolation uint f1 : ID0;
    float2 f2 : SV_ClipDistance0;
    linear float4 f3 : COLOR1;
    float f4 : SV_ClipDistance1;
    noperspective float f5 : FOG0;
    noperspective float2 f6[2] : UV0;
    linear float3 f7 : NORMAL0;
    nointerpolation min16int f8 : TINY0;
    nointerpolation bool f10 : FLAG0;
    nointerpolation int2 f11 : BONE1;
    noperspective float f12 : UV3;
    centroid min16float2 f13 : SOFT0;
    nointerpolation int2 f14 : BONE0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float f0[2] : PATCHUV0;
    nointerpolation uint f9 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f0[0] = 254;
    o.f0[1] = input[0].f0 + 100;
    o.f9 = input[0].f6 + 100;
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
    o.f1 = 186 + 11 * i;
    o.f2.x = input[i].f12.x + 100;
    o.f2.y = input[i].f12.y + 100;
    o.f3.x = 123 + 11 * i;
    o.f3.y = 125 + 11 * i;
    o.f3.z = 127 + 11 * i;
    o.f3.w = 129 + 11 * i;
    o.f4 = input[i].f9.x + 100;
    o.f5 = input[i].f5 + 100;
    o.f6[0].x = input[i].f13[0].x + 100;
    o.f6[0].y = input[i].f13[0].y + 100;
    o.f6[1].x = input[i].f13[1].x + 100;
    o.f6[1].y = input[i].f13[1].y + 100;
    o.f7.x = input[i].f10 + 100;
    o.f7.y = 137 + 11 * i;
    o.f7.z = 139 + 11 * i;
    o.f8 = input[i].f11 + 100;
    o.f10 = input[i].f4;
    o.f11.x = -int(174 + 11 * i);
    o.f11.y = -int(176 + 11 * i);
    o.f12 = input[i].f7.x + 100;
    o.f13.x = input[i].f2 + 100;
    o.f13.y = 222 + 11 * i;
    o.f14.x = -int(169 + 11 * i);
    o.f14.y = -int(171 + 11 * i);
    return o;
}
