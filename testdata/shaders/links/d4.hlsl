// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation int2 f1 : BONE1;
    float f2 : SV_ClipDistance0;
    nointerpolation int f3 : TINY0;
    centroid float f4[3] : UV0;
    linear float f5 : FOG0;
    centroid float2 f7 : UV3;
    float f8 : SV_ClipDistance1;
    nointerpolation int2 f9 : BONE0;
    centroid float2 f10[2] : COLOR0;
    nointerpolation uint f11 : ID0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    nointerpolation uint f0 : PATCHID0;
    nointerpolation float2 f6[2] : PATCHUV0;
};
struct Output {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance0;
    centroid float2 f1 : UV3;
    centroid float2 f2[2] : UV0;
    nointerpolation min16int f3 : TINY0;
    centroid float2 f4 : SOFT0;
    nointerpolation int2 f5[2] : BONE0;
    nointerpolation bool f6 : FLAG0;
    noperspective float f7 : FOG0;
    centroid float f8[2] : COLOR0;
    nointerpolation float2 f9[2] : PATCHUV0;
    nointerpolation uint f10 : PATCHID0;
    noperspective float3 f11 : NORMAL0;
    nointerpolation uint f12 : ID0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = patch[0].f2 * at.x + patch[1].f2 * at.y + patch[2].f2 * at.z + 200;
    o.f0.y = 390 + 11 * (at.y + 2 * at.z);
    o.f1.x = patch[0].f7.x * at.x + patch[1].f7.x * at.y + patch[2].f7.x * at.z + 200;
    o.f1.y = patch[0].f7.y * at.x + patch[1].f7.y * at.y + patch[2].f7.y * at.z + 200;
    o.f2[0].x = patch[0].f4[0] * at.x + patch[1].f4[0] * at.y + patch[2].f4[0] * at.z + 200;
    o.f2[0].y = 203 + 11 * (at.y + 2 * at.z);
    o.f2[1].x = patch[0].f4[1] * at.x + patch[1].f4[1] * at.y + patch[2].f4[1] * at.z + 200;
    o.f2[1].y = 208 + 11 * (at.y + 2 * at.z);
    o.f5[0].x = patch[1].f9.x + 200;
    o.f5[0].y = patch[1].f9.y + 200;
    o.f5[1].x = patch[1].f1.x + 200;
    o.f5[1].y = patch[1].f1.y + 200;
    o.f6 = (uint(303) & 1) != 0;
    o.f7 = patch[0].f5 * at.x + patch[1].f5 * at.y + patch[2].f5 * at.z + 200;
    o.f8[0] = patch[0].f10[0].x * at.x + patch[1].f10[0].x * at.y + patch[2].f10[0].x * at.z + 200;
    o.f8[1] = patch[0].f10[1].x * at.x + patch[1].f10[1].x * at.y + patch[2].f10[1].x * at.z + 200;
    o.f9[0].x = c.f6[0].x + 200;
    o.f9[0].y = c.f6[0].y + 200;
    o.f9[1].x = c.f6[1].x + 200;
    o.f9[1].y = c.f6[1].y + 200;
    o.f10 = c.f0 + 200;
    o.f11.x = 235 + 11 * (at.y + 2 * at.z);
    o.f11.y = 237 + 11 * (at.y + 2 * at.z);
    o.f11.z = 239 + 11 * (at.y + 2 * at.z);
    o.f12 = patch[1].f11 + 200;
    return o;
}
