// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation int2 f1 : BONE1;
    centroid float4 f2[2] : COLOR0;
    nointerpolation uint f3 : ID0;
    nointerpolation int f4 : TINY0;
    nointerpolation int2 f5 : BONE0;
    float f6 : SV_ClipDistance1;
    float2 f7 : UV2;
    noperspective min16float2 f8 : SOFT0;
    float2 f9[2] : UV0;
    float f10 : FOG0;
    centroid float3 f12 : NORMAL0;
    float2 f13 : SV_ClipDistance0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
    linear float2 f0 : PATCHUV0;
    nointerpolation uint f11 : PATCHID0;
};
struct Output {
    float4 position : SV_Position;
    centroid float f0 : FOG0;
    nointerpolation bool f1 : FLAG0;
    centroid float2 f2[2] : UV2;
    linear float3 f3 : NORMAL0;
    float2 f4 : SV_CullDistance0;
    nointerpolation uint f5 : ID0;
    centroid float2 f6 : UV0;
    float2 f7 : SV_ClipDistance0;
    noperspective float4 f8[2] : COLOR0;
    noperspective min16float2 f9 : SOFT0;
    centroid float2 f10 : PATCHUV1;
    nointerpolation int2 f11[2] : BONE0;
    nointerpolation uint f12 : PATCHID0;
    float2 f13 : SV_ClipDistance1;
    nointerpolation int f14 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = patch[0].f10 * at.x + patch[1].f10 * at.y + patch[2].f10 * at.z + 200;
    o.f1 = (uint(303) & 1) != 0;
    o.f2[0].x = patch[0].f7.x * at.x + patch[1].f7.x * at.y + patch[2].f7.x * at.z + 200;
    o.f2[0].y = patch[0].f7.y * at.x + patch[1].f7.y * at.y + patch[2].f7.y * at.z + 200;
    o.f2[1].x = 216 + 11 * (at.y + 2 * at.z);
    o.f2[1].y = 218 + 11 * (at.y + 2 * at.z);
    o.f3.x = patch[0].f12.x * at.x + patch[1].f12.x * at.y + patch[2].f12.x * at.z + 200;
    o.f3.y = patch[0].f12.y * at.x + patch[1].f12.y * at.y + patch[2].f12.y * at.z + 200;
    o.f3.z = patch[0].f12.z * at.x + patch[1].f12.z * at.y + patch[2].f12.z * at.z + 200;
    o.f4.x = 405 + 11 * (at.y + 2 * at.z);
    o.f4.y = 407 + 11 * (at.y + 2 * at.z);
    o.f5 = patch[1].f3 + 200;
    o.f6.x = patch[0].f9[0].x * at.x + patch[1].f9[0].x * at.y + patch[2].f9[0].x * at.z + 200;
    o.f6.y = patch[0].f9[0].y * at.x + patch[1].f9[0].y * at.y + patch[2].f9[0].y * at.z + 200;
    o.f7.x = patch[0].f13.x * at.x + patch[1].f13.x * at.y + patch[2].f13.x * at.z + 200;
    o.f7.y = patch[0].f13.y * at.x + patch[1].f13.y * at.y + patch[2].f13.y * at.z + 200;
    o.f8[0].x = patch[0].f2[0].x * at.x + patch[1].f2[0].x * at.y + patch[2].f2[0].x * at.z + 200;
    o.f8[0].y = patch[0].f2[0].y * at.x + patch[1].f2[0].y * at.y + patch[2].f2[0].y * at.z + 200;
    o.f8[0].z = patch[0].f2[0].z * at.x + patch[1].f2[0].z * at.y + patch[2].f2[0].z * at.z + 200;
    o.f8[0].w = patch[0].f2[0].w * at.x + patch[1].f2[0].w * at.y + patch[2].f2[0].w * at.z + 200;
    o.f8[1].x = patch[0].f2[1].x * at.x + patch[1].f2[1].x * at.y + patch[2].f2[1].x * at.z + 200;
    o.f8[1].y = patch[0].f2[1].y * at.x + patch[1].f2[1].y * at.y + patch[2].f2[1].y * at.z + 200;
    o.f8[1].z = patch[0].f2[1].z * at.x + patch[1].f2[1].z * at.y + patch[2].f2[1].z * at.z + 200;
    o.f8[1].w = patch[0].f2[1].w * at.x + patch[1].f2[1].w * at.y + patch[2].f2[1].w * at.z + 200;
    o.f9.x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f9.y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f10.x = 359 + 11 * (at.y + 2 * at.z);
    o.f10.y = 361 + 11 * (at.y + 2 * at.z);
    o.f11[0].x = patch[1].f5.x + 200;
    o.f11[0].y = patch[1].f5.y + 200;
    o.f11[1].x = patch[1].f1.x + 200;
    o.f11[1].y = patch[1].f1.y + 200;
    o.f12 = c.f11 + 200;
    o.f13.x = patch[0].f6 * at.x + patch[1].f6 * at.y + patch[2].f6 * at.z + 200;
    o.f13.y = 395 + 11 * (at.y + 2 * at.z);
    o.f14 = patch[1].f4 + 200;
    return o;
}
