// dxc: -T ds_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation float3 f0 : NORMAL0;
    nointerpolation float f1 : FOG0;
    nointerpolation int2 f2[2] : BONE0;
    linear float f4[2] : UV0;
    nointerpolation bool f5 : FLAG0;
    float2 f6[2] : COLOR0;
    nointerpolation min16int f7 : TINY0;
    linear float2 f8 : UV2;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float2 f3 : PATCHUV1;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float2 f0 : UV0;
    min16float f1 : SOFT0;
    nointerpolation uint f2 : ID0;
    float4 f3[2] : COLOR0;
    nointerpolation min16int f4 : TINY0;
    nointerpolation uint f5 : PATCHID0;
    noperspective float3 f6 : NORMAL0;
    float f7 : SV_CullDistance0;
    float2 f8 : SV_ClipDistance0;
    nointerpolation float2 f9[3] : UV1;
    noperspective float2 f10[2] : PATCHUV0;
    float f11 : SV_ClipDistance1;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = patch[0].f4[0] * at.x + patch[1].f4[0] * at.y + patch[2].f4[0] * at.z + 200;
    o.f0.y = 203 + 11 * (at.y + 2 * at.z);
    o.f2 = 286;
    o.f3[0].x = patch[0].f6[0].x * at.x + patch[1].f6[0].x * at.y + patch[2].f6[0].x * at.z + 200;
    o.f3[0].y = patch[0].f6[0].y * at.x + patch[1].f6[0].y * at.y + patch[2].f6[0].y * at.z + 200;
    o.f3[0].z = 222 + 11 * (at.y + 2 * at.z);
    o.f3[0].w = 224 + 11 * (at.y + 2 * at.z);
    o.f3[1].x = patch[0].f6[1].x * at.x + patch[1].f6[1].x * at.y + patch[2].f6[1].x * at.z + 200;
    o.f3[1].y = patch[0].f6[1].y * at.x + patch[1].f6[1].y * at.y + patch[2].f6[1].y * at.z + 200;
    o.f3[1].z = 227 + 11 * (at.y + 2 * at.z);
    o.f3[1].w = 229 + 11 * (at.y + 2 * at.z);
    o.f5 = 371;
    o.f6.x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f6.y = patch[0].f0.y * at.x + patch[1].f0.y * at.y + patch[2].f0.y * at.z + 200;
    o.f6.z = patch[0].f0.z * at.x + patch[1].f0.z * at.y + patch[2].f0.z * at.z + 200;
    o.f7 = 405 + 11 * (at.y + 2 * at.z);
    o.f8.x = 388 + 11 * (at.y + 2 * at.z);
    o.f8.y = 390 + 11 * (at.y + 2 * at.z);
    o.f9[0].x = patch[0].f4[1] * at.x + patch[1].f4[1] * at.y + patch[2].f4[1] * at.z + 200;
    o.f9[0].y = 208 + 11 * (at.y + 2 * at.z);
    o.f9[1].x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f9[1].y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f9[2].x = 216 + 11 * (at.y + 2 * at.z);
    o.f9[2].y = 218 + 11 * (at.y + 2 * at.z);
    o.f10[0].x = 354 + 11 * (at.y + 2 * at.z);
    o.f10[0].y = 356 + 11 * (at.y + 2 * at.z);
    o.f10[1].x = c.f3.x + 200;
    o.f10[1].y = c.f3.y + 200;
    o.f11 = 393 + 11 * (at.y + 2 * at.z);
    return o;
}
