// dxc: -T ds_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    linear float4 f1 : COLOR0;
    nointerpolation int2 f2 : BONE0;
    float f3 : SV_ClipDistance1;
    centroid float f4[4] : UV0;
    float f5 : FOG0;
    float2 f6 : SV_ClipDistance0;
    nointerpolation int2 f7 : BONE1;
    nointerpolation int f8 : TINY0;
    centroid float3 f9 : NORMAL0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float2 f0 : PATCHUV1;
    nointerpolation uint f10 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance0;
    float2 f1 : SV_ClipDistance1;
    centroid float f2 : COLOR0;
    nointerpolation uint f3 : ID0;
    centroid float4 f4 : COLOR1;
    linear float f5 : FOG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation bool f7 : FLAG0;
    float2 f8 : SOFT0;
    centroid float2 f9 : UV3;
    centroid float2 f10[2] : PATCHUV0;
    noperspective float f11 : NORMAL0;
    centroid float2 f12[3] : UV0;
    float f13 : SV_CullDistance0;
    nointerpolation uint f14 : PATCHID0;
    nointerpolation min16int f15 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = patch[0].f6.x * at.x + patch[1].f6.x * at.y + patch[2].f6.x * at.z + 200;
    o.f0.y = patch[0].f6.y * at.x + patch[1].f6.y * at.y + patch[2].f6.y * at.z + 200;
    o.f1.x = patch[0].f3 * at.x + patch[1].f3 * at.y + patch[2].f3 * at.z + 200;
    o.f1.y = 395 + 11 * (at.y + 2 * at.z);
    o.f2 = patch[0].f1.x * at.x + patch[1].f1.x * at.y + patch[2].f1.x * at.z + 200;
    o.f4.x = 223 + 11 * (at.y + 2 * at.z);
    o.f4.y = 225 + 11 * (at.y + 2 * at.z);
    o.f4.z = 227 + 11 * (at.y + 2 * at.z);
    o.f4.w = 229 + 11 * (at.y + 2 * at.z);
    o.f5 = patch[0].f5 * at.x + patch[1].f5 * at.y + patch[2].f5 * at.z + 200;
    o.f6.x = patch[1].f7.x + 200;
    o.f6.y = patch[1].f7.y + 200;
    o.f7 = (uint(303) & 1) != 0;
    o.f8.x = 320 + 11 * (at.y + 2 * at.z);
    o.f9.x = 216 + 11 * (at.y + 2 * at.z);
    o.f9.y = 218 + 11 * (at.y + 2 * at.z);
    o.f10[0].x = 354 + 11 * (at.y + 2 * at.z);
    o.f10[0].y = 356 + 11 * (at.y + 2 * at.z);
    o.f10[1].x = c.f0.x + 200;
    o.f10[1].y = c.f0.y + 200;
    o.f11 = patch[0].f9.x * at.x + patch[1].f9.x * at.y + patch[2].f9.x * at.z + 200;
    o.f12[0].x = 201 + 11 * (at.y + 2 * at.z);
    o.f12[1].x = 206 + 11 * (at.y + 2 * at.z);
    o.f12[2].x = 211 + 11 * (at.y + 2 * at.z);
    o.f13 = 405 + 11 * (at.y + 2 * at.z);
    o.f14 = c.f10 + 200;
    o.f15 = patch[1].f8 + 200;
    return o;
}
