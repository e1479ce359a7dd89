// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = patch[1].f0 + 200;
    o.f1.x = patch[0].f1.x * at.x + patch[1].f1.x * at.y + patch[2].f1.x * at.z + 200;
    o.f1.y = patch[0].f1.y * at.x + patch[1].f1.y * at.y + patch[2].f1.y * at.z + 200;
    o.f1.z = patch[0].f1.z * at.x + patch[1].f1.z * at.y + patch[2].f1.z * at.z + 200;
    o.f2.x = patch[1].f2.x + 200;
    o.f2.y = patch[1].f2.y + 200;
    o.f3.x = patch[0].f3.x * at.x + patch[1].f3.x * at.y + patch[2].f3.x * at.z + 200;
    o.f3.y = patch[0].f3.y * at.x + patch[1].f3.y * at.y + patch[2].f3.y * at.z + 200;
    o.f4 = (uint(303) & 1) != 0;
    o.f5[0].x = patch[0].f5[0 + zero].x * at.x + patch[1].f5[0 + zero].x * at.y + patch[2].f5[0 + zero].x * at.z + 200;
    o.f5[0].y = patch[0].f5[0 + zero].y * at.x + patch[1].f5[0 + zero].y * at.y + patch[2].f5[0 + zero].y * at.z + 200;
    o.f5[1].x = patch[0].f5[1 + zero].x * at.x + patch[1].f5[1 + zero].x * at.y + patch[2].f5[1 + zero].x * at.z + 200;
    o.f5[1].y = patch[0].f5[1 + zero].y * at.x + patch[1].f5[1 + zero].y * at.y + patch[2].f5[1 + zero].y * at.z + 200;
    o.f5[2].x = patch[0].f5[2 + zero].x * at.x + patch[1].f5[2 + zero].x * at.y + patch[2].f5[2 + zero].x * at.z + 200;
    o.f5[2].y = patch[0].f5[2 + zero].y * at.x + patch[1].f5[2 + zero].y * at.y + patch[2].f5[2 + zero].y * at.z + 200;
    o.f5[3].x = patch[0].f5[3 + zero].x * at.x + patch[1].f5[3 + zero].x * at.y + patch[2].f5[3 + zero].x * at.z + 200;
    o.f5[3].y = patch[0].f5[3 + zero].y * at.x + patch[1].f5[3 + zero].y * at.y + patch[2].f5[3 + zero].y * at.z + 200;
    o.f6 = patch[0].f6 * at.x + patch[1].f6 * at.y + patch[2].f6 * at.z + 200;
    o.f7 = patch[1].f7 + 200;
    o.f8[0].x = patch[0].f8[0 + zero].x * at.x + patch[1].f8[0 + zero].x * at.y + patch[2].f8[0 + zero].x * at.z + 200;
    o.f8[0].y = patch[0].f8[0 + zero].y * at.x + patch[1].f8[0 + zero].y * at.y + patch[2].f8[0 + zero].y * at.z + 200;
    o.f8[0].z = patch[0].f8[0 + zero].z * at.x + patch[1].f8[0 + zero].z * at.y + patch[2].f8[0 + zero].z * at.z + 200;
    o.f8[0].w = patch[0].f8[0 + zero].w * at.x + patch[1].f8[0 + zero].w * at.y + patch[2].f8[0 + zero].w * at.z + 200;
    o.f8[1].x = patch[0].f8[1 + zero].x * at.x + patch[1].f8[1 + zero].x * at.y + patch[2].f8[1 + zero].x * at.z + 200;
    o.f8[1].y = patch[0].f8[1 + zero].y * at.x + patch[1].f8[1 + zero].y * at.y + patch[2].f8[1 + zero].y * at.z + 200;
    o.f8[1].z = patch[0].f8[1 + zero].z * at.x + patch[1].f8[1 + zero].z * at.y + patch[2].f8[1 + zero].z * at.z + 200;
    o.f8[1].w = patch[0].f8[1 + zero].w * at.x + patch[1].f8[1 + zero].w * at.y + patch[2].f8[1 + zero].w * at.z + 200;
    o.f9 = patch[1].f9 + 200;
    o.f10 = patch[0].f10 * at.x + patch[1].f10 * at.y + patch[2].f10 * at.z + 200;
    o.f11.x = patch[0].f11.x * at.x + patch[1].f11.x * at.y + patch[2].f11.x * at.z + 200;
    o.f11.y = 390 + 11 * (at.y + 2 * at.z);
    return o;
}
