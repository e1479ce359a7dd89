// dxc: -T ds_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation float2 f0 : UV3;
    nointerpolation float f2 : FOG0;
    nointerpolation bool f3 : FLAG0;
    float2 f4 : SV_ClipDistance1;
    nointerpolation int2 f6 : BONE0;
    centroid float3 f7[2] : COLOR0;
    float f8 : SV_ClipDistance0;
    min16float2 f9 : SOFT0;
    nointerpolation float2 f10 : UV0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f1[2] : PATCHUV0;
    nointerpolation uint f5 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    float f0 : FOG0;
    float2 f1 : SV_ClipDistance1;
    noperspective float3 f2 : NORMAL0;
    centroid float2 f3[2] : PATCHUV0;
    nointerpolation bool f4 : FLAG0;
    linear float2 f5[3] : UV1;
    nointerpolation uint f6 : PATCHID0;
    linear float2 f7 : UV0;
    nointerpolation float4 f8[2] : COLOR0;
    nointerpolation uint f9 : ID0;
    nointerpolation int2 f10[2] : BONE0;
    nointerpolation float2 f11 : SOFT0;
    float f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = patch[0].f2 * at.x + patch[1].f2 * at.y + patch[2].f2 * at.z + 200;
    o.f1.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f1.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    o.f2.x = 235 + 11 * (at.y + 2 * at.z);
    o.f2.y = 237 + 11 * (at.y + 2 * at.z);
    o.f2.z = 239 + 11 * (at.y + 2 * at.z);
    o.f3[0].x = c.f1[0].x + 200;
    o.f3[0].y = c.f1[0].y + 200;
    o.f3[1].x = c.f1[1].x + 200;
    o.f3[1].y = c.f1[1].y + 200;
    o.f4 = !patch[1].f3;
    o.f5[0].x = 206 + 11 * (at.y + 2 * at.z);
    o.f5[0].y = 208 + 11 * (at.y + 2 * at.z);
    o.f5[1].x = 211 + 11 * (at.y + 2 * at.z);
    o.f5[1].y = 213 + 11 * (at.y + 2 * at.z);
    o.f5[2].x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f5[2].y = patch[0].f0.y * at.x + patch[1].f0.y * at.y + patch[2].f0.y * at.z + 200;
    o.f6 = c.f5 + 200;
    o.f7.x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f7.y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f8[0].x = patch[0].f7[0].x * at.x + patch[1].f7[0].x * at.y + patch[2].f7[0].x * at.z + 200;
    o.f8[0].y = patch[0].f7[0].y * at.x + patch[1].f7[0].y * at.y + patch[2].f7[0].y * at.z + 200;
    o.f8[0].z = patch[0].f7[0].z * at.x + patch[1].f7[0].z * at.y + patch[2].f7[0].z * at.z + 200;
    o.f8[0].w = 224 + 11 * (at.y + 2 * at.z);
    o.f8[1].x = patch[0].f7[1].x * at.x + patch[1].f7[1].x * at.y + patch[2].f7[1].x * at.z + 200;
    o.f8[1].y = patch[0].f7[1].y * at.x + patch[1].f7[1].y * at.y + patch[2].f7[1].y * at.z + 200;
    o.f8[1].z = patch[0].f7[1].z * at.x + patch[1].f7[1].z * at.y + patch[2].f7[1].z * at.z + 200;
    o.f8[1].w = 229 + 11 * (at.y + 2 * at.z);
    o.f9 = 286;
    o.f10[0].x = patch[1].f6.x + 200;
    o.f10[0].y = patch[1].f6.y + 200;
    o.f10[1].x = -int(274);
    o.f10[1].y = -int(276);
    o.f11.x = patch[0].f9.x * at.x + patch[1].f9.x * at.y + patch[2].f9.x * at.z + 200;
    o.f11.y = patch[0].f9.y * at.x + patch[1].f9.y * at.y + patch[2].f9.y * at.z + 200;
    o.f12 = patch[0].f8 * at.x + patch[1].f8 * at.y + patch[2].f8 * at.z + 200;
    o.f13 = -int(337);
    return o;
}
