// dxc: -T ds_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    noperspective min16float2 f0 : SOFT0;
    float f1 : SV_ClipDistance1;
    centroid float4 f2[2] : COLOR0;
    float2 f4 : SV_ClipDistance0;
    float2 f5 : UV2;
    nointerpolation int2 f6 : BONE0;
    float f7 : FOG0;
    nointerpolation int f9 : TINY0;
    nointerpolation int2 f10 : BONE1;
    float2 f11[2] : UV0;
    centroid float3 f12 : NORMAL0;
    nointerpolation uint f13 : ID0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f3 : PATCHUV0;
    nointerpolation uint f8 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance0;
    nointerpolation float2 f1[2] : PATCHUV0;
    nointerpolation min16int f2 : TINY0;
    float2 f3 : UV0;
    noperspective float2 f4 : SOFT0;
    nointerpolation uint f5 : PATCHID0;
    nointerpolation bool f6 : FLAG0;
    noperspective float3 f7 : NORMAL0;
    nointerpolation uint f8 : ID0;
    linear float3 f9[2] : COLOR0;
    float2 f10 : SV_ClipDistance1;
    nointerpolation int2 f11[2] : BONE0;
    float f12 : FOG0;
    float2 f13 : UV2;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f0.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    o.f1[0].x = c.f3.x + 200;
    o.f1[0].y = c.f3.y + 200;
    o.f1[1].x = 359 + 11 * (at.y + 2 * at.z);
    o.f1[1].y = 361 + 11 * (at.y + 2 * at.z);
    o.f3.x = patch[0].f11[0 + zero].x * at.x + patch[1].f11[0 + zero].x * at.y + patch[2].f11[0 + zero].x * at.z + 200;
    o.f3.y = patch[0].f11[0 + zero].y * at.x + patch[1].f11[0 + zero].y * at.y + patch[2].f11[0 + zero].y * at.z + 200;
    o.f4.x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f4.y = patch[0].f0.y * at.x + patch[1].f0.y * at.y + patch[2].f0.y * at.z + 200;
    o.f5 = c.f8 + 200;
    o.f6 = (uint(303) & 1) != 0;
    o.f7.x = patch[0].f12.x * at.x + patch[1].f12.x * at.y + patch[2].f12.x * at.z + 200;
    o.f8 = patch[1].f13 + 200;
    o.f9[0].x = patch[0].f2[0 + zero].x * at.x + patch[1].f2[0 + zero].x * at.y + patch[2].f2[0 + zero].x * at.z + 200;
    o.f9[0].y = patch[0].f2[0 + zero].y * at.x + patch[1].f2[0 + zero].y * at.y + patch[2].f2[0 + zero].y * at.z + 200;
    o.f9[0].z = patch[0].f2[0 + zero].z * at.x + patch[1].f2[0 + zero].z * at.y + patch[2].f2[0 + zero].z * at.z + 200;
    o.f9[1].x = patch[0].f2[1 + zero].x * at.x + patch[1].f2[1 + zero].x * at.y + patch[2].f2[1 + zero].x * at.z + 200;
    o.f9[1].y = patch[0].f2[1 + zero].y * at.x + patch[1].f2[1 + zero].y * at.y + patch[2].f2[1 + zero].y * at.z + 200;
    o.f9[1].z = patch[0].f2[1 + zero].z * at.x + patch[1].f2[1 + zero].z * at.y + patch[2].f2[1 + zero].z * at.z + 200;
    o.f10.x = patch[0].f1 * at.x + patch[1].f1 * at.y + patch[2].f1 * at.z + 200;
    o.f10.y = 395 + 11 * (at.y + 2 * at.z);
    o.f11[0].x = patch[1].f6.x + 200;
    o.f11[0].y = patch[1].f6.y + 200;
    o.f11[1].x = patch[1].f10.x + 200;
    o.f11[1].y = patch[1].f10.y + 200;
    o.f12 = patch[0].f7 * at.x + patch[1].f7 * at.y + patch[2].f7 * at.z + 200;
    o.f13.x = patch[0].f5.x * at.x + patch[1].f5.x * at.y + patch[2].f5.x * at.z + 200;
    o.f13.y = patch[0].f5.y * at.x + patch[1].f5.y * at.y + patch[2].f5.y * at.z + 200;
    return o;
}
