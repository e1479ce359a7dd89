// dxc: -T ds_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    float2 f1 : SV_ClipDistance1;
    nointerpolation uint f2 : ID0;
    nointerpolation min16int f3 : TINY0;
    nointerpolation float2 f4[3] : UV0;
    linear float4 f5[2] : COLOR0;
    nointerpolation int2 f6[2] : BONE0;
    noperspective float3 f8 : NORMAL0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f0 : PATCHUV1;
    nointerpolation uint f7 : PATCHID0;
    centroid float f9 : PATCHUV0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float2 f0 : PATCHUV1;
    float2 f1 : SV_ClipDistance1;
    linear float3 f2 : NORMAL0;
    noperspective min16float f3 : SOFT0;
    nointerpolation bool f4 : FLAG0;
    float4 f5 : COLOR0;
    nointerpolation min16int f6 : TINY0;
    nointerpolation uint f7 : PATCHID0;
    centroid float2 f8 : UV0;
    float4 f9 : COLOR1;
    nointerpolation int2 f10[2] : BONE0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV1;
    nointerpolation uint f13 : ID0;
    nointerpolation float2 f14 : PATCHUV0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = c.f0.x + 200;
    o.f0.y = c.f0.y + 200;
    o.f1.x = patch[0].f1.x * at.x + patch[1].f1.x * at.y + patch[2].f1.x * at.z + 200;
    o.f1.y = patch[0].f1.y * at.x + patch[1].f1.y * at.y + patch[2].f1.y * at.z + 200;
    o.f2.x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f2.y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f3 = 320 + 11 * (at.y + 2 * at.z);
    o.f4 = (uint(303) & 1) != 0;
    o.f5.x = patch[0].f5[0 + zero].x * at.x + patch[1].f5[0 + zero].x * at.y + patch[2].f5[0 + zero].x * at.z + 200;
    o.f5.y = patch[0].f5[0 + zero].y * at.x + patch[1].f5[0 + zero].y * at.y + patch[2].f5[0 + zero].y * at.z + 200;
    o.f5.z = patch[0].f5[0 + zero].z * at.x + patch[1].f5[0 + zero].z * at.y + patch[2].f5[0 + zero].z * at.z + 200;
    o.f5.w = patch[0].f5[0 + zero].w * at.x + patch[1].f5[0 + zero].w * at.y + patch[2].f5[0 + zero].w * at.z + 200;
    o.f6 = patch[1].f3 + 200;
    o.f7 = c.f7 + 200;
    o.f8.x = patch[0].f4[0 + zero].x * at.x + patch[1].f4[0 + zero].x * at.y + patch[2].f4[0 + zero].x * at.z + 200;
    o.f8.y = patch[0].f4[0 + zero].y * at.x + patch[1].f4[0 + zero].y * at.y + patch[2].f4[0 + zero].y * at.z + 200;
    o.f9.x = patch[0].f5[1 + zero].x * at.x + patch[1].f5[1 + zero].x * at.y + patch[2].f5[1 + zero].x * at.z + 200;
    o.f9.y = patch[0].f5[1 + zero].y * at.x + patch[1].f5[1 + zero].y * at.y + patch[2].f5[1 + zero].y * at.z + 200;
    o.f9.z = patch[0].f5[1 + zero].z * at.x + patch[1].f5[1 + zero].z * at.y + patch[2].f5[1 + zero].z * at.z + 200;
    o.f9.w = patch[0].f5[1 + zero].w * at.x + patch[1].f5[1 + zero].w * at.y + patch[2].f5[1 + zero].w * at.z + 200;
    o.f10[0].x = patch[1].f6[0 + zero].x + 200;
    o.f10[0].y = patch[1].f6[0 + zero].y + 200;
    o.f10[1].x = patch[1].f6[1 + zero].x + 200;
    o.f10[1].y = patch[1].f6[1 + zero].y + 200;
    o.f11.x = 388 + 11 * (at.y + 2 * at.z);
    o.f11.y = 390 + 11 * (at.y + 2 * at.z);
    o.f12[0].x = patch[0].f4[1 + zero].x * at.x + patch[1].f4[1 + zero].x * at.y + patch[2].f4[1 + zero].x * at.z + 200;
    o.f12[0].y = patch[0].f4[1 + zero].y * at.x + patch[1].f4[1 + zero].y * at.y + patch[2].f4[1 + zero].y * at.z + 200;
    o.f12[1].x = patch[0].f4[2 + zero].x * at.x + patch[1].f4[2 + zero].x * at.y + patch[2].f4[2 + zero].x * at.z + 200;
    o.f12[1].y = patch[0].f4[2 + zero].y * at.x + patch[1].f4[2 + zero].y * at.y + patch[2].f4[2 + zero].y * at.z + 200;
    o.f13 = patch[1].f2 + 200;
    o.f14.x = c.f9 + 200;
    o.f14.y = 356 + 11 * (at.y + 2 * at.z);
    return o;
}
