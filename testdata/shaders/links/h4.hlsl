// dxc: -T hs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float2 f0[2] : UV0;
    nointerpolation uint f1 : PATCHID0;
    centroid float f2 : FOG0;
    float f3 : PATCHUV1;
    float f4 : PATCHUV0;
    float2 f5 : SV_ClipDistance0;
    float2 f6 : UV3;
    float2 f7 : SV_ClipDistance1;
    min16float f8 : SOFT0;
    noperspective float f9 : NORMAL0;
    nointerpolation bool f10 : FLAG0;
    float2 f11 : UV2;
    nointerpolation min16int f12 : TINY0;
};
struct Point {
    float4 position : SV_Position;
    float2 f1 : SV_ClipDistance0;
    linear float f3 : FOG0;
    noperspective min16float2 f4 : SOFT0;
    nointerpolation int2 f5 : BONE0;
    nointerpolation bool f6 : FLAG0;
    float f7 : SV_ClipDistance1;
    noperspective float2 f8[3] : UV0;
    nointerpolation int f9 : TINY0;
    float2 f10[2] : COLOR0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f0 : PATCHUV1;
    centroid float2 f2 : PATCHUV0;
    nointerpolation uint f11 : PATCHID0;
};
Constants constants(InputPatch<Input, 3> input) {
    Constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.f0.x = input[0].f3 + 100;
    o.f0.y = 261;
    o.f2.x = 254;
    o.f2.y = 256;
    o.f11 = input[0].f1 + 100;
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
    o.f1.x = input[i].f5.x + 100;
    o.f1.y = input[i].f5.y + 100;
    o.f3 = input[i].f2 + 100;
    o.f4.x = input[i].f8 + 100;
    o.f4.y = 222 + 11 * i;
    o.f6 = input[i].f10;
    o.f7 = input[i].f7.x + 100;
    o.f8[0].x = input[i].f0[0].x + 100;
    o.f8[0].y = input[i].f0[0].y + 100;
    o.f8[1].x = input[i].f0[1].x + 100;
    o.f8[1].y = input[i].f0[1].y + 100;
    o.f8[2].x = 111 + 11 * i;
    o.f8[2].y = 113 + 11 * i;
    o.f9 = input[i].f12 + 100;
    o.f10[0].x = 118 + 11 * i;
    o.f10[0].y = 120 + 11 * i;
    o.f10[1].x = 123 + 11 * i;
    o.f10[1].y = 125 + 11 * i;
    return o;
}
