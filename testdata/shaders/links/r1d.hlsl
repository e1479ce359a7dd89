// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Point {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0.x = patch[0].f0.x * at.x + patch[1].f0.x * at.y + patch[2].f0.x * at.z + 200;
    o.f0.y = patch[0].f0.y * at.x + patch[1].f0.y * at.y + patch[2].f0.y * at.z + 200;
    o.f0.z = patch[0].f0.z * at.x + patch[1].f0.z * at.y + patch[2].f0.z * at.z + 200;
    o.f0.w = patch[0].f0.w * at.x + patch[1].f0.w * at.y + patch[2].f0.w * at.z + 200;
    o.f1.x = patch[0].f1.x * at.x + patch[1].f1.x * at.y + patch[2].f1.x * at.z + 200;
    o.f1.y = patch[0].f1.y * at.x + patch[1].f1.y * at.y + patch[2].f1.y * at.z + 200;
    o.f2 = !patch[1].f2;
    o.f3.x = patch[0].f3.x * at.x + patch[1].f3.x * at.y + patch[2].f3.x * at.z + 200;
    o.f3.y = patch[0].f3.y * at.x + patch[1].f3.y * at.y + patch[2].f3.y * at.z + 200;
    o.f3.z = patch[0].f3.z * at.x + patch[1].f3.z * at.y + patch[2].f3.z * at.z + 200;
    o.f4.x = patch[0].f4.x * at.x + patch[1].f4.x * at.y + patch[2].f4.x * at.z + 200;
    o.f4.y = patch[0].f4.y * at.x + patch[1].f4.y * at.y + patch[2].f4.y * at.z + 200;
    o.f5.x = patch[0].f5.x * at.x + patch[1].f5.x * at.y + patch[2].f5.x * at.z + 200;
    o.f5.y = patch[0].f5.y * at.x + patch[1].f5.y * at.y + patch[2].f5.y * at.z + 200;
    o.f5.z = patch[0].f5.z * at.x + patch[1].f5.z * at.y + patch[2].f5.z * at.z + 200;
    o.f5.w = patch[0].f5.w * at.x + patch[1].f5.w * at.y + patch[2].f5.w * at.z + 200;
    o.f6 = patch[0].f6 * at.x + patch[1].f6 * at.y + patch[2].f6 * at.z + 200;
    o.f7[0].x = patch[1].f7[0].x + 200;
    o.f7[0].y = patch[1].f7[0].y + 200;
    o.f7[1].x = patch[1].f7[1].x + 200;
    o.f7[1].y = patch[1].f7[1].y + 200;
    o.f8.x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f8.y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f9[0].x = patch[0].f9[0].x * at.x + patch[1].f9[0].x * at.y + patch[2].f9[0].x * at.z + 200;
    o.f9[0].y = patch[0].f9[0].y * at.x + patch[1].f9[0].y * at.y + patch[2].f9[0].y * at.z + 200;
    o.f9[1].x = patch[0].f9[1].x * at.x + patch[1].f9[1].x * at.y + patch[2].f9[1].x * at.z + 200;
    o.f9[1].y = patch[0].f9[1].y * at.x + patch[1].f9[1].y * at.y + patch[2].f9[1].y * at.z + 200;
    o.f9[2].x = patch[0].f9[2].x * at.x + patch[1].f9[2].x * at.y + patch[2].f9[2].x * at.z + 200;
    o.f9[2].y = patch[0].f9[2].y * at.x + patch[1].f9[2].y * at.y + patch[2].f9[2].y * at.z + 200;
    o.f10.x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f10.y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f11 = patch[1].f11 + 200;
    return o;
}
