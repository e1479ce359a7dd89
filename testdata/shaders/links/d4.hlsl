// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE0;
    nointerpolation int f1 : TINY0;
    linear float f2 : FOG0;
    float f3 : SV_ClipDistance0;
    centroid float f4[3] : UV0;
    centroid float2 f6[2] : COLOR0;
    float f7 : SV_ClipDistance1;
    nointerpolation int2 f8 : BONE1;
    nointerpolation uint f9 : ID0;
    centroid float2 f10 : UV3;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float2 f5[2] : PATCHUV0;
    nointerpolation uint f11 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float2 f0[2] : PATCHUV0;
    nointerpolation bool f1 : FLAG0;
    centroid float2 f2 : SOFT0;
    float2 f3 : SV_ClipDistance0;
    nointerpolation min16int f4 : TINY0;
    noperspective float f5 : FOG0;
    nointerpolation uint f6 : PATCHID0;
    noperspective float3 f7 : NORMAL0;
    centroid float f8[2] : COLOR0;
    nointerpolation float2 f9[2] : UV2;
    nointerpolation uint f10 : ID0;
    nointerpolation float2 f11[2] : UV0;
    nointerpolation int2 f12[2] : BONE0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0[0].x = c.f5[0 + zero].x + 200;
    o.f0[0].y = c.f5[0 + zero].y + 200;
    o.f0[1].x = c.f5[1 + zero].x + 200;
    o.f0[1].y = c.f5[1 + zero].y + 200;
    o.f1 = (uint(303) & 1) != 0;
    o.f3.x = patch[0].f3 * at.x + patch[1].f3 * at.y + patch[2].f3 * at.z + 200;
    o.f3.y = 390 + 11 * (at.y + 2 * at.z);
    o.f5 = patch[0].f2 * at.x + patch[1].f2 * at.y + patch[2].f2 * at.z + 200;
    o.f6 = c.f11 + 200;
    o.f7.x = 235 + 11 * (at.y + 2 * at.z);
    o.f7.y = 237 + 11 * (at.y + 2 * at.z);
    o.f7.z = 239 + 11 * (at.y + 2 * at.z);
    o.f8[0] = patch[0].f6[0 + zero].x * at.x + patch[1].f6[0 + zero].x * at.y + patch[2].f6[0 + zero].x * at.z + 200;
    o.f8[1] = patch[0].f6[1 + zero].x * at.x + patch[1].f6[1 + zero].x * at.y + patch[2].f6[1 + zero].x * at.z + 200;
    o.f9[0].x = patch[0].f4[2 + zero] * at.x + patch[1].f4[2 + zero] * at.y + patch[2].f4[2 + zero] * at.z + 200;
    o.f9[0].y = 213 + 11 * (at.y + 2 * at.z);
    o.f9[1].x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f9[1].y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f10 = patch[1].f9 + 200;
    o.f11[0].x = patch[0].f4[0 + zero] * at.x + patch[1].f4[0 + zero] * at.y + patch[2].f4[0 + zero] * at.z + 200;
    o.f11[0].y = 203 + 11 * (at.y + 2 * at.z);
    o.f11[1].x = patch[0].f4[1 + zero] * at.x + patch[1].f4[1 + zero] * at.y + patch[2].f4[1 + zero] * at.z + 200;
    o.f11[1].y = 208 + 11 * (at.y + 2 * at.z);
    o.f12[0].x = patch[1].f0.x + 200;
    o.f12[0].y = patch[1].f0.y + 200;
    o.f12[1].x = patch[1].f8.x + 200;
    o.f12[1].y = patch[1].f8.y + 200;
    return o;
}
