// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation int f0 : TINY0;
    nointerpolation float2 f1 : SOFT0;
    float f2 : SV_ClipDistance0;
    noperspective float2 f3[2] : UV2;
    float2 f4 : SV_ClipDistance1;
    nointerpolation int2 f5 : BONE1;
    nointerpolation int2 f6 : BONE0;
    noperspective float2 f7[2] : UV0;
    nointerpolation bool f8 : FLAG0;
    float f9 : NORMAL0;
};
struct Point {
    float4 position : SV_Position;
    noperspective float2 f0 : SOFT0;
    float f1[2] : COLOR0;
    nointerpolation float2 f2 : UV0;
    nointerpolation int2 f3 : BONE1;
    float2 f4 : SV_CullDistance0;
    float2 f5 : SV_ClipDistance0;
    float3 f7 : NORMAL0;
    nointerpolation uint f8 : ID0;
    nointerpolation float2 f9[2] : UV2;
    nointerpolation bool f10 : FLAG0;
    nointerpolation min16int f11 : TINY0;
    nointerpolation int2 f12 : BONE0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation uint f6 : PATCHID0;
    centroid float2 f13[2] : PATCHUV0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f6 = 271;
    o.f13[0].x = 254;
    o.f13[0].y = 256;
    o.f13[1].x = 259;
    o.f13[1].y = 261;
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
    o.f0.x = input[i].f1.x + 100;
    o.f0.y = input[i].f1.y + 100;
    o.f1[0] = 118 + 11 * i;
    o.f1[1] = 123 + 11 * i;
    o.f2.x = input[i].f7[0].x + 100;
    o.f2.y = input[i].f7[0].y + 100;
    o.f3.x = input[i].f5.x + 100;
    o.f3.y = input[i].f5.y + 100;
    o.f4.x = 305 + 11 * i;
    o.f4.y = 307 + 11 * i;
    o.f5.x = input[i].f2 + 100;
    o.f5.y = 290 + 11 * i;
    o.f7.x = input[i].f9 + 100;
    o.f7.y = 137 + 11 * i;
    o.f7.z = 139 + 11 * i;
    o.f9[0].x = input[i].f3[0].x + 100;
    o.f9[0].y = input[i].f3[0].y + 100;
    o.f9[1].x = input[i].f3[1].x + 100;
    o.f9[1].y = input[i].f3[1].y + 100;
    o.f10 = input[i].f8;
    o.f11 = input[i].f0 + 100;
    o.f12.x = input[i].f6.x + 100;
    o.f12.y = input[i].f6.y + 100;
    return o;
}
