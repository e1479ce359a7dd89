// dxc: -T ds_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance1;
    linear float4 f2[2] : COLOR0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f5 : SV_CullDistance0;
    nointerpolation float2 f6[3] : UV0;
    noperspective float3 f7 : NORMAL0;
    nointerpolation uint f8 : ID0;
    nointerpolation min16int f9 : TINY0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    centroid float f1 : PATCHUV0;
    nointerpolation uint f4 : PATCHID0;
    centroid float2 f10 : PATCHUV1;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    nointerpolation uint f1 : ID0;
    nointerpolation int2 f2 : BONE0;
    centroid float2 f3[2] : PATCHUV0;
    float2 f4 : SV_ClipDistance0;
    linear float2 f5[4] : UV0;
    noperspective min16float2 f6 : SOFT0;
    nointerpolation int f7 : BONE1;
    float3 f8 : NORMAL0;
    float4 f9[2] : COLOR0;
    float2 f10 : SV_ClipDistance1;
    nointerpolation float f11 : FOG0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = (uint(303) & 1) != 0;
    o.f2.x = patch[1].f3[0 + zero].x + 200;
    o.f2.y = patch[1].f3[0 + zero].y + 200;
    o.f3[0].x = c.f1 + 200;
    o.f3[0].y = 356 + 11 * (at.y + 2 * at.z);
    o.f3[1].x = c.f10.x + 200;
    o.f3[1].y = c.f10.y + 200;
    o.f4.x = 388 + 11 * (at.y + 2 * at.z);
    o.f4.y = 390 + 11 * (at.y + 2 * at.z);
    o.f5[0].x = patch[0].f6[0 + zero].x * at.x + patch[1].f6[0 + zero].x * at.y + patch[2].f6[0 + zero].x * at.z + 200;
    o.f5[0].y = patch[0].f6[0 + zero].y * at.x + patch[1].f6[0 + zero].y * at.y + patch[2].f6[0 + zero].y * at.z + 200;
    o.f5[1].x = patch[0].f6[1 + zero].x * at.x + patch[1].f6[1 + zero].x * at.y + patch[2].f6[1 + zero].x * at.z + 200;
    o.f5[1].y = patch[0].f6[1 + zero].y * at.x + patch[1].f6[1 + zero].y * at.y + patch[2].f6[1 + zero].y * at.z + 200;
    o.f5[2].x = patch[0].f6[2 + zero].x * at.x + patch[1].f6[2 + zero].x * at.y + patch[2].f6[2 + zero].x * at.z + 200;
    o.f5[2].y = patch[0].f6[2 + zero].y * at.x + patch[1].f6[2 + zero].y * at.y + patch[2].f6[2 + zero].y * at.z + 200;
    o.f5[3].x = 216 + 11 * (at.y + 2 * at.z);
    o.f5[3].y = 218 + 11 * (at.y + 2 * at.z);
    o.f6.x = 320 + 11 * (at.y + 2 * at.z);
    o.f6.y = 322 + 11 * (at.y + 2 * at.z);
    o.f7 = patch[1].f3[1 + zero].x + 200;
    o.f8.x = patch[0].f7.x * at.x + patch[1].f7.x * at.y + patch[2].f7.x * at.z + 200;
    o.f8.y = patch[0].f7.y * at.x + patch[1].f7.y * at.y + patch[2].f7.y * at.z + 200;
    o.f8.z = patch[0].f7.z * at.x + patch[1].f7.z * at.y + patch[2].f7.z * at.z + 200;
    o.f9[0].x = patch[0].f2[0 + zero].x * at.x + patch[1].f2[0 + zero].x * at.y + patch[2].f2[0 + zero].x * at.z + 200;
    o.f9[0].y = patch[0].f2[0 + zero].y * at.x + patch[1].f2[0 + zero].y * at.y + patch[2].f2[0 + zero].y * at.z + 200;
    o.f9[0].z = patch[0].f2[0 + zero].z * at.x + patch[1].f2[0 + zero].z * at.y + patch[2].f2[0 + zero].z * at.z + 200;
    o.f9[0].w = patch[0].f2[0 + zero].w * at.x + patch[1].f2[0 + zero].w * at.y + patch[2].f2[0 + zero].w * at.z + 200;
    o.f9[1].x = patch[0].f2[1 + zero].x * at.x + patch[1].f2[1 + zero].x * at.y + patch[2].f2[1 + zero].x * at.z + 200;
    o.f9[1].y = patch[0].f2[1 + zero].y * at.x + patch[1].f2[1 + zero].y * at.y + patch[2].f2[1 + zero].y * at.z + 200;
    o.f9[1].z = patch[0].f2[1 + zero].z * at.x + patch[1].f2[1 + zero].z * at.y + patch[2].f2[1 + zero].z * at.z + 200;
    o.f9[1].w = patch[0].f2[1 + zero].w * at.x + patch[1].f2[1 + zero].w * at.y + patch[2].f2[1 + zero].w * at.z + 200;
    o.f10.x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f10.y = patch[0].f0.y * at.x + patch[1].f0.y * at.y + patch[2].f0.y * at.z + 200;
    o.f11 = 252 + 11 * (at.y + 2 * at.z);
    return o;
}
