// dxc: -T ds_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    linear float2 f1 : UV2;
    linear float f3[2] : UV0;
    nointerpolation bool f4 : FLAG0;
    nointerpolation float3 f5 : NORMAL0;
    nointerpolation int2 f6[2] : BONE0;
    nointerpolation float f7 : FOG0;
    float2 f8[2] : COLOR0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f2 : PATCHUV1;
};
struct Output {
    float4 position : SV_Position;
    noperspective float f0[2] : PATCHUV0;
    nointerpolation bool f1 : FLAG0;
    noperspective float2 f2 : UV3;
    nointerpolation uint f3 : ID0;
    nointerpolation int f4 : BONE1;
    centroid float4 f5 : COLOR1;
    linear float3 f6 : NORMAL0;
    centroid float4 f7 : COLOR0;
    float2 f8 : SV_ClipDistance1;
    noperspective float2 f9 : SOFT0;
    nointerpolation int2 f10 : BONE0;
    noperspective float2 f11[2] : UV1;
    float2 f12 : SV_ClipDistance0;
    noperspective float2 f13 : UV0;
    nointerpolation uint f14 : PATCHID0;
    nointerpolation min16int f15 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0[0] = 354 + 11 * (at.y + 2 * at.z);
    o.f0[1] = c.f2.x + 200;
    o.f1 = !patch[1].f4;
    o.f2.x = 216 + 11 * (at.y + 2 * at.z);
    o.f2.y = 218 + 11 * (at.y + 2 * at.z);
    o.f3 = 286;
    o.f5.x = patch[0].f8[1 + zero].x * at.x + patch[1].f8[1 + zero].x * at.y + patch[2].f8[1 + zero].x * at.z + 200;
    o.f5.y = patch[0].f8[1 + zero].y * at.x + patch[1].f8[1 + zero].y * at.y + patch[2].f8[1 + zero].y * at.z + 200;
    o.f5.z = 227 + 11 * (at.y + 2 * at.z);
    o.f5.w = 229 + 11 * (at.y + 2 * at.z);
    o.f6.x = patch[0].f5.x * at.x + patch[1].f5.x * at.y + patch[2].f5.x * at.z + 200;
    o.f6.y = patch[0].f5.y * at.x + patch[1].f5.y * at.y + patch[2].f5.y * at.z + 200;
    o.f6.z = patch[0].f5.z * at.x + patch[1].f5.z * at.y + patch[2].f5.z * at.z + 200;
    o.f7.x = patch[0].f8[0 + zero].x * at.x + patch[1].f8[0 + zero].x * at.y + patch[2].f8[0 + zero].x * at.z + 200;
    o.f7.y = patch[0].f8[0 + zero].y * at.x + patch[1].f8[0 + zero].y * at.y + patch[2].f8[0 + zero].y * at.z + 200;
    o.f7.z = 222 + 11 * (at.y + 2 * at.z);
    o.f7.w = 224 + 11 * (at.y + 2 * at.z);
    o.f8.x = 393 + 11 * (at.y + 2 * at.z);
    o.f8.y = 395 + 11 * (at.y + 2 * at.z);
    o.f9.x = 320 + 11 * (at.y + 2 * at.z);
    o.f9.y = 322 + 11 * (at.y + 2 * at.z);
    o.f10.x = patch[1].f6[0 + zero].x + 200;
    o.f10.y = patch[1].f6[0 + zero].y + 200;
    o.f11[0].x = patch[0].f3[1 + zero] * at.x + patch[1].f3[1 + zero] * at.y + patch[2].f3[1 + zero] * at.z + 200;
    o.f11[0].y = 208 + 11 * (at.y + 2 * at.z);
    o.f11[1].x = patch[0].f1.x * at.x + patch[1].f1.x * at.y + patch[2].f1.x * at.z + 200;
    o.f11[1].y = patch[0].f1.y * at.x + patch[1].f1.y * at.y + patch[2].f1.y * at.z + 200;
    o.f12.x = 388 + 11 * (at.y + 2 * at.z);
    o.f12.y = 390 + 11 * (at.y + 2 * at.z);
    o.f13.x = patch[0].f3[0 + zero] * at.x + patch[1].f3[0 + zero] * at.y + patch[2].f3[0 + zero] * at.z + 200;
    o.f13.y = 203 + 11 * (at.y + 2 * at.z);
    o.f14 = 371;
    o.f15 = patch[1].f0 + 200;
    return o;
}
