// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0 = patch[0].f0 * at.x + patch[1].f0 * at.y + patch[2].f0 * at.z + 200;
    o.f1 = patch[1].f1 + 200;
    o.f2[0].x = patch[0].f2[0 + zero].x * at.x + patch[1].f2[0 + zero].x * at.y + patch[2].f2[0 + zero].x * at.z + 200;
    o.f2[0].y = patch[0].f2[0 + zero].y * at.x + patch[1].f2[0 + zero].y * at.y + patch[2].f2[0 + zero].y * at.z + 200;
    o.f2[1].x = patch[0].f2[1 + zero].x * at.x + patch[1].f2[1 + zero].x * at.y + patch[2].f2[1 + zero].x * at.z + 200;
    o.f2[1].y = patch[0].f2[1 + zero].y * at.x + patch[1].f2[1 + zero].y * at.y + patch[2].f2[1 + zero].y * at.z + 200;
    o.f2[2].x = patch[0].f2[2 + zero].x * at.x + patch[1].f2[2 + zero].x * at.y + patch[2].f2[2 + zero].x * at.z + 200;
    o.f2[2].y = patch[0].f2[2 + zero].y * at.x + patch[1].f2[2 + zero].y * at.y + patch[2].f2[2 + zero].y * at.z + 200;
    o.f2[3].x = patch[0].f2[3 + zero].x * at.x + patch[1].f2[3 + zero].x * at.y + patch[2].f2[3 + zero].x * at.z + 200;
    o.f2[3].y = patch[0].f2[3 + zero].y * at.x + patch[1].f2[3 + zero].y * at.y + patch[2].f2[3 + zero].y * at.z + 200;
    o.f3.x = patch[1].f3.x + 200;
    o.f3.y = patch[1].f3.y + 200;
    o.f4 = patch[0].f4 * at.x + patch[1].f4 * at.y + patch[2].f4 * at.z + 200;
    o.f5.x = patch[0].f5.x * at.x + patch[1].f5.x * at.y + patch[2].f5.x * at.z + 200;
    o.f5.y = patch[0].f5.y * at.x + patch[1].f5.y * at.y + patch[2].f5.y * at.z + 200;
    o.f5.z = patch[0].f5.z * at.x + patch[1].f5.z * at.y + patch[2].f5.z * at.z + 200;
    o.f6[0].x = patch[0].f6[0 + zero].x * at.x + patch[1].f6[0 + zero].x * at.y + patch[2].f6[0 + zero].x * at.z + 200;
    o.f6[0].y = patch[0].f6[0 + zero].y * at.x + patch[1].f6[0 + zero].y * at.y + patch[2].f6[0 + zero].y * at.z + 200;
    o.f6[0].z = patch[0].f6[0 + zero].z * at.x + patch[1].f6[0 + zero].z * at.y + patch[2].f6[0 + zero].z * at.z + 200;
    o.f6[0].w = patch[0].f6[0 + zero].w * at.x + patch[1].f6[0 + zero].w * at.y + patch[2].f6[0 + zero].w * at.z + 200;
    o.f6[1].x = patch[0].f6[1 + zero].x * at.x + patch[1].f6[1 + zero].x * at.y + patch[2].f6[1 + zero].x * at.z + 200;
    o.f6[1].y = patch[0].f6[1 + zero].y * at.x + patch[1].f6[1 + zero].y * at.y + patch[2].f6[1 + zero].y * at.z + 200;
    o.f6[1].z = patch[0].f6[1 + zero].z * at.x + patch[1].f6[1 + zero].z * at.y + patch[2].f6[1 + zero].z * at.z + 200;
    o.f6[1].w = patch[0].f6[1 + zero].w * at.x + patch[1].f6[1 + zero].w * at.y + patch[2].f6[1 + zero].w * at.z + 200;
    o.f7 = patch[1].f7 + 200;
    o.f8 = patch[1].f8 + 200;
    o.f9 = (uint(303) & 1) != 0;
    o.f10.x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f10.y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f11.x = 388 + 11 * (at.y + 2 * at.z);
    o.f11.y = 390 + 11 * (at.y + 2 * at.z);
    return o;
}
