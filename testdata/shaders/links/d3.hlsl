// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    centroid float3 f0[2] : COLOR0;
    float f1 : SV_ClipDistance0;
    nointerpolation float2 f2 : UV3;
    nointerpolation int2 f3 : BONE0;
    min16float2 f4 : SOFT0;
    float2 f6 : SV_CullDistance0;
    nointerpolation bool f7 : FLAG0;
    nointerpolation float2 f9 : UV0;
    nointerpolation float f10 : FOG0;
    float2 f11 : SV_ClipDistance1;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f5[2] : PATCHUV0;
    nointerpolation uint f8 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation int f0[2] : BONE0;
    float4 f1[2] : COLOR0;
    nointerpolation float f2 : FOG0;
    centroid float2 f3[2] : UV0;
    nointerpolation min16int f4 : TINY0;
    nointerpolation float3 f5 : NORMAL0;
    float2 f6[2] : PATCHUV0;
    centroid float2 f7 : UV3;
    centroid float2 f8 : UV2;
    nointerpolation uint f9 : ID0;
    float2 f10 : SV_ClipDistance1;
    nointerpolation uint f11 : PATCHID0;
    linear min16float2 f12 : SOFT0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0[0] = patch[1].f3.x + 200;
    o.f0[1] = -int(274);
    o.f1[0].x = patch[0].f0[0 + zero].x * at.x + patch[1].f0[0 + zero].x * at.y + patch[2].f0[0 + zero].x * at.z + 200;
    o.f1[0].y = patch[0].f0[0 + zero].y * at.x + patch[1].f0[0 + zero].y * at.y + patch[2].f0[0 + zero].y * at.z + 200;
    o.f1[0].z = patch[0].f0[0 + zero].z * at.x + patch[1].f0[0 + zero].z * at.y + patch[2].f0[0 + zero].z * at.z + 200;
    o.f1[0].w = 224 + 11 * (at.y + 2 * at.z);
    o.f1[1].x = patch[0].f0[1 + zero].x * at.x + patch[1].f0[1 + zero].x * at.y + patch[2].f0[1 + zero].x * at.z + 200;
    o.f1[1].y = patch[0].f0[1 + zero].y * at.x + patch[1].f0[1 + zero].y * at.y + patch[2].f0[1 + zero].y * at.z + 200;
    o.f1[1].z = patch[0].f0[1 + zero].z * at.x + patch[1].f0[1 + zero].z * at.y + patch[2].f0[1 + zero].z * at.z + 200;
    o.f1[1].w = 229 + 11 * (at.y + 2 * at.z);
    o.f2 = patch[0].f10 * at.x + patch[1].f10 * at.y + patch[2].f10 * at.z + 200;
    o.f3[0].x = patch[0].f9.x * at.x + patch[1].f9.x * at.y + patch[2].f9.x * at.z + 200;
    o.f3[0].y = patch[0].f9.y * at.x + patch[1].f9.y * at.y + patch[2].f9.y * at.z + 200;
    o.f3[1].x = 206 + 11 * (at.y + 2 * at.z);
    o.f3[1].y = 208 + 11 * (at.y + 2 * at.z);
    o.f4 = -int(337);
    o.f5.x = 235 + 11 * (at.y + 2 * at.z);
    o.f5.y = 237 + 11 * (at.y + 2 * at.z);
    o.f5.z = 239 + 11 * (at.y + 2 * at.z);
    o.f6[0].x = c.f5[0 + zero].x + 200;
    o.f6[0].y = c.f5[0 + zero].y + 200;
    o.f6[1].x = c.f5[1 + zero].x + 200;
    o.f6[1].y = c.f5[1 + zero].y + 200;
    o.f7.x = patch[0].f2.x * at.x + patch[1].f2.x * at.y + patch[2].f2.x * at.z + 200;
    o.f7.y = patch[0].f2.y * at.x + patch[1].f2.y * at.y + patch[2].f2.y * at.z + 200;
    o.f8.x = 211 + 11 * (at.y + 2 * at.z);
    o.f8.y = 213 + 11 * (at.y + 2 * at.z);
    o.f9 = 286;
    o.f10.x = patch[0].f11.x * at.x + patch[1].f11.x * at.y + patch[2].f11.x * at.z + 200;
    o.f10.y = patch[0].f11.y * at.x + patch[1].f11.y * at.y + patch[2].f11.y * at.z + 200;
    o.f11 = c.f8 + 200;
    o.f12.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f12.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    return o;
}
