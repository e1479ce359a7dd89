// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = !patch[1].f0;
    o.f1 = patch[0].f1 * at.x + patch[1].f1 * at.y + patch[2].f1 * at.z + 200;
    o.f2.x = patch[0].f2.x * at.x + patch[1].f2.x * at.y + patch[2].f2.x * at.z + 200;
    o.f2.y = patch[0].f2.y * at.x + patch[1].f2.y * at.y + patch[2].f2.y * at.z + 200;
    o.f2.z = patch[0].f2.z * at.x + patch[1].f2.z * at.y + patch[2].f2.z * at.z + 200;
    o.f3[0].x = patch[1].f3[0].x + 200;
    o.f3[0].y = patch[1].f3[0].y + 200;
    o.f3[1].x = patch[1].f3[1].x + 200;
    o.f3[1].y = patch[1].f3[1].y + 200;
    o.f4.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f4.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    o.f5.x = 388 + 11 * (at.y + 2 * at.z);
    o.f5.y = 390 + 11 * (at.y + 2 * at.z);
    o.f6.x = patch[0].f6.x * at.x + patch[1].f6.x * at.y + patch[2].f6.x * at.z + 200;
    o.f6.y = patch[0].f6.y * at.x + patch[1].f6.y * at.y + patch[2].f6.y * at.z + 200;
    o.f6.z = patch[0].f6.z * at.x + patch[1].f6.z * at.y + patch[2].f6.z * at.z + 200;
    o.f6.w = patch[0].f6.w * at.x + patch[1].f6.w * at.y + patch[2].f6.w * at.z + 200;
    o.f7[0].x = patch[0].f7[0].x * at.x + patch[1].f7[0].x * at.y + patch[2].f7[0].x * at.z + 200;
    o.f7[0].y = patch[0].f7[0].y * at.x + patch[1].f7[0].y * at.y + patch[2].f7[0].y * at.z + 200;
    o.f7[1].x = patch[0].f7[1].x * at.x + patch[1].f7[1].x * at.y + patch[2].f7[1].x * at.z + 200;
    o.f7[1].y = patch[0].f7[1].y * at.x + patch[1].f7[1].y * at.y + patch[2].f7[1].y * at.z + 200;
    o.f7[2].x = patch[0].f7[2].x * at.x + patch[1].f7[2].x * at.y + patch[2].f7[2].x * at.z + 200;
    o.f7[2].y = patch[0].f7[2].y * at.x + patch[1].f7[2].y * at.y + patch[2].f7[2].y * at.z + 200;
    o.f8 = patch[1].f8 + 200;
    o.f9 = patch[0].f9 * at.x + patch[1].f9 * at.y + patch[2].f9 * at.z + 200;
    o.f10.x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f10.y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f11.x = patch[0].f11.x * at.x + patch[1].f11.x * at.y + patch[2].f11.x * at.z + 200;
    o.f11.y = patch[0].f11.y * at.x + patch[1].f11.y * at.y + patch[2].f11.y * at.z + 200;
    o.f11.z = patch[0].f11.z * at.x + patch[1].f11.z * at.y + patch[2].f11.z * at.z + 200;
    o.f11.w = 224 + 11 * (at.y + 2 * at.z);
    o.f12.x = 393 + 11 * (at.y + 2 * at.z);
    o.f12.y = 395 + 11 * (at.y + 2 * at.z);
    return o;
}
