// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = patch[0].f0 * at.x + patch[1].f0 * at.y + patch[2].f0 * at.z + 200;
    o.f1[0].x = patch[0].f1[0].x * at.x + patch[1].f1[0].x * at.y + patch[2].f1[0].x * at.z + 200;
    o.f1[0].y = patch[0].f1[0].y * at.x + patch[1].f1[0].y * at.y + patch[2].f1[0].y * at.z + 200;
    o.f1[0].z = patch[0].f1[0].z * at.x + patch[1].f1[0].z * at.y + patch[2].f1[0].z * at.z + 200;
    o.f1[0].w = patch[0].f1[0].w * at.x + patch[1].f1[0].w * at.y + patch[2].f1[0].w * at.z + 200;
    o.f1[1].x = patch[0].f1[1].x * at.x + patch[1].f1[1].x * at.y + patch[2].f1[1].x * at.z + 200;
    o.f1[1].y = patch[0].f1[1].y * at.x + patch[1].f1[1].y * at.y + patch[2].f1[1].y * at.z + 200;
    o.f1[1].z = patch[0].f1[1].z * at.x + patch[1].f1[1].z * at.y + patch[2].f1[1].z * at.z + 200;
    o.f1[1].w = patch[0].f1[1].w * at.x + patch[1].f1[1].w * at.y + patch[2].f1[1].w * at.z + 200;
    o.f2.x = patch[1].f2.x + 200;
    o.f2.y = patch[1].f2.y + 200;
    o.f3 = !patch[1].f3;
    o.f4.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f4.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    o.f4.z = patch[0].f4.z * at.x + patch[1].f4.z * at.y + patch[2].f4.z * at.z + 200;
    o.f5 = 393 + 11 * (at.y + 2 * at.z);
    o.f6[0].x = patch[0].f6[0].x * at.x + patch[1].f6[0].x * at.y + patch[2].f6[0].x * at.z + 200;
    o.f6[0].y = patch[0].f6[0].y * at.x + patch[1].f6[0].y * at.y + patch[2].f6[0].y * at.z + 200;
    o.f6[1].x = patch[0].f6[1].x * at.x + patch[1].f6[1].x * at.y + patch[2].f6[1].x * at.z + 200;
    o.f6[1].y = patch[0].f6[1].y * at.x + patch[1].f6[1].y * at.y + patch[2].f6[1].y * at.z + 200;
    o.f7[0] = patch[0].f7[0] * at.x + patch[1].f7[0] * at.y + patch[2].f7[0] * at.z + 200;
    o.f7[1] = patch[0].f7[1] * at.x + patch[1].f7[1] * at.y + patch[2].f7[1] * at.z + 200;
    o.f8.x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f8.y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f9.x = patch[1].f9.x + 200;
    o.f9.y = patch[1].f9.y + 200;
    o.f10 = patch[1].f10 + 200;
    o.f11.x = patch[0].f11.x * at.x + patch[1].f11.x * at.y + patch[2].f11.x * at.z + 200;
    o.f11.y = patch[0].f11.y * at.x + patch[1].f11.y * at.y + patch[2].f11.y * at.z + 200;
    o.f12.x = patch[0].f12.x * at.x + patch[1].f12.x * at.y + patch[2].f12.x * at.z + 200;
    o.f12.y = patch[0].f12.y * at.x + patch[1].f12.y * at.y + patch[2].f12.y * at.z + 200;
    o.f13 = patch[1].f13 + 200;
    return o;
}
