// dxc: -T ds_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    centroid float3 f0 : NORMAL0;
    float f2 : SV_ClipDistance1;
    linear float4 f3 : COLOR0;
    float f4 : FOG0;
    nointerpolation int2 f5 : BONE1;
    nointerpolation int2 f6 : BONE0;
    float2 f7 : SV_ClipDistance0;
    centroid float f9[4] : UV0;
    nointerpolation int f10 : TINY0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation float2 f1 : PATCHUV1;
    nointerpolation uint f8 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    centroid min16float f0 : SOFT0;
    nointerpolation min16int f1 : TINY0;
    float2 f2 : SV_ClipDistance0;
    nointerpolation uint f3 : ID0;
    nointerpolation uint f4 : PATCHID0;
    centroid float2 f5[4] : UV0;
    nointerpolation int f6 : BONE0;
    float2 f7 : SV_ClipDistance1;
    linear float2 f8 : PATCHUV0;
    centroid float3 f9 : NORMAL0;
    nointerpolation bool f10 : FLAG0;
    nointerpolation float4 f11[2] : COLOR0;
    linear float2 f12 : PATCHUV1;
    nointerpolation int2 f13 : BONE1;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = 320 + 11 * (at.y + 2 * at.z);
    o.f1 = patch[1].f10 + 200;
    o.f2.x = patch[0].f7.x * at.x + patch[1].f7.x * at.y + patch[2].f7.x * at.z + 200;
    o.f2.y = patch[0].f7.y * at.x + patch[1].f7.y * at.y + patch[2].f7.y * at.z + 200;
    o.f3 = 286;
    o.f4 = c.f8 + 200;
    o.f5[0].x = 201 + 11 * (at.y + 2 * at.z);
    o.f5[0].y = 203 + 11 * (at.y + 2 * at.z);
    o.f5[1].x = 206 + 11 * (at.y + 2 * at.z);
    o.f5[1].y = 208 + 11 * (at.y + 2 * at.z);
    o.f5[2].x = 211 + 11 * (at.y + 2 * at.z);
    o.f5[2].y = 213 + 11 * (at.y + 2 * at.z);
    o.f5[3].x = 216 + 11 * (at.y + 2 * at.z);
    o.f5[3].y = 218 + 11 * (at.y + 2 * at.z);
    o.f6 = patch[1].f6.x + 200;
    o.f7.x = patch[0].f2 * at.x + patch[1].f2 * at.y + patch[2].f2 * at.z + 200;
    o.f7.y = 395 + 11 * (at.y + 2 * at.z);
    o.f8.x = 354 + 11 * (at.y + 2 * at.z);
    o.f8.y = 356 + 11 * (at.y + 2 * at.z);
    o.f9.x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f10 = (uint(303) & 1) != 0;
    o.f11[0].x = patch[0].f3.x * at.x + patch[1].f3.x * at.y + patch[2].f3.x * at.z + 200;
    o.f11[0].y = patch[0].f3.y * at.x + patch[1].f3.y * at.y + patch[2].f3.y * at.z + 200;
    o.f11[0].z = patch[0].f3.z * at.x + patch[1].f3.z * at.y + patch[2].f3.z * at.z + 200;
    o.f11[0].w = patch[0].f3.w * at.x + patch[1].f3.w * at.y + patch[2].f3.w * at.z + 200;
    o.f11[1].x = 223 + 11 * (at.y + 2 * at.z);
    o.f11[1].y = 225 + 11 * (at.y + 2 * at.z);
    o.f11[1].z = 227 + 11 * (at.y + 2 * at.z);
    o.f11[1].w = 229 + 11 * (at.y + 2 * at.z);
    o.f12.x = c.f1.x + 200;
    o.f12.y = c.f1.y + 200;
    o.f13.x = patch[1].f5.x + 200;
    o.f13.y = patch[1].f5.y + 200;
    return o;
}
