// dxc: -T hs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
};
struct Point {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
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
    o.f0[0].x = input[i].f0[0].x + 100;
    o.f0[0].y = input[i].f0[0].y + 100;
    o.f0[0].z = input[i].f0[0].z + 100;
    o.f0[0].w = input[i].f0[0].w + 100;
    o.f0[1].x = input[i].f0[1].x + 100;
    o.f0[1].y = input[i].f0[1].y + 100;
    o.f0[1].z = input[i].f0[1].z + 100;
    o.f0[1].w = input[i].f0[1].w + 100;
    o.f1 = -int(237 + 11 * i);
    o.f2 = input[i].f2 + 100;
    o.f3 = input[i].f3 + 100;
    o.f4[0] = input[i].f4[0] + 100;
    o.f4[1] = input[i].f4[1] + 100;
    o.f5 = input[i].f5;
    o.f6.x = input[i].f6.x + 100;
    o.f6.y = input[i].f6.y + 100;
    o.f7 = input[i].f7 + 100;
    o.f8.x = input[i].f8.x + 100;
    o.f8.y = input[i].f8.y + 100;
    o.f9.x = input[i].f9.x + 100;
    o.f9.y = input[i].f9.y + 100;
    o.f10.x = input[i].f10.x + 100;
    o.f10.y = input[i].f10.y + 100;
    o.f10.z = input[i].f10.z + 100;
    o.f11.x = 288 + 11 * i;
    o.f11.y = 290 + 11 * i;
    o.f12[0].x = input[i].f12[0].x + 100;
    o.f12[0].y = input[i].f12[0].y + 100;
    o.f12[1].x = input[i].f12[1].x + 100;
    o.f12[1].y = input[i].f12[1].y + 100;
    return o;
}
