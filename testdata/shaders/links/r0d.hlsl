// dxc: -T ds_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Point {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
};
struct Constants {
    float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;
};
struct Output {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
};
[domain("tri")]
Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {
    Output o;
    o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;
    o.f0[0].x = patch[0].f0[0 + zero].x * at.x + patch[1].f0[0 + zero].x * at.y + patch[2].f0[0 + zero].x * at.z + 200;
    o.f0[0].y = patch[0].f0[0 + zero].y * at.x + patch[1].f0[0 + zero].y * at.y + patch[2].f0[0 + zero].y * at.z + 200;
    o.f0[0].z = patch[0].f0[0 + zero].z * at.x + patch[1].f0[0 + zero].z * at.y + patch[2].f0[0 + zero].z * at.z + 200;
    o.f0[0].w = patch[0].f0[0 + zero].w * at.x + patch[1].f0[0 + zero].w * at.y + patch[2].f0[0 + zero].w * at.z + 200;
    o.f0[1].x = patch[0].f0[1 + zero].x * at.x + patch[1].f0[1 + zero].x * at.y + patch[2].f0[1 + zero].x * at.z + 200;
    o.f0[1].y = patch[0].f0[1 + zero].y * at.x + patch[1].f0[1 + zero].y * at.y + patch[2].f0[1 + zero].y * at.z + 200;
    o.f0[1].z = patch[0].f0[1 + zero].z * at.x + patch[1].f0[1 + zero].z * at.y + patch[2].f0[1 + zero].z * at.z + 200;
    o.f0[1].w = patch[0].f0[1 + zero].w * at.x + patch[1].f0[1 + zero].w * at.y + patch[2].f0[1 + zero].w * at.z + 200;
    o.f1 = patch[1].f1 + 200;
    o.f2 = patch[0].f2 * at.x + patch[1].f2 * at.y + patch[2].f2 * at.z + 200;
    o.f3 = patch[0].f3 * at.x + patch[1].f3 * at.y + patch[2].f3 * at.z + 200;
    o.f4[0] = patch[0].f4[0 + zero] * at.x + patch[1].f4[0 + zero] * at.y + patch[2].f4[0 + zero] * at.z + 200;
    o.f4[1] = patch[0].f4[1 + zero] * at.x + patch[1].f4[1 + zero] * at.y + patch[2].f4[1 + zero] * at.z + 200;
    o.f5 = !patch[1].f5;
    o.f6.x = patch[1].f6.x + 200;
    o.f6.y = patch[1].f6.y + 200;
    o.f7 = patch[1].f7 + 200;
    o.f8.x = patch[0].f8.x * at.x + patch[1].f8.x * at.y + patch[2].f8.x * at.z + 200;
    o.f8.y = patch[0].f8.y * at.x + patch[1].f8.y * at.y + patch[2].f8.y * at.z + 200;
    o.f9.x = patch[1].f9.x + 200;
    o.f9.y = patch[1].f9.y + 200;
    o.f10.x = patch[0].f10.x * at.x + patch[1].f10.x * at.y + patch[2].f10.x * at.z + 200;
    o.f10.y = patch[0].f10.y * at.x + patch[1].f10.y * at.y + patch[2].f10.y * at.z + 200;
    o.f10.z = 239 + 11 * (at.y + 2 * at.z);
    o.f11.x = patch[0].f11.x * at.x + patch[1].f11.x * at.y + patch[2].f11.x * at.z + 200;
    o.f11.y = patch[0].f11.y * at.x + patch[1].f11.y * at.y + patch[2].f11.y * at.z + 200;
    o.f12[0].x = patch[0].f12[0 + zero].x * at.x + patch[1].f12[0 + zero].x * at.y + patch[2].f12[0 + zero].x * at.z + 200;
    o.f12[0].y = patch[0].f12[0 + zero].y * at.x + patch[1].f12[0 + zero].y * at.y + patch[2].f12[0 + zero].y * at.z + 200;
    o.f12[1].x = patch[0].f12[1 + zero].x * at.x + patch[1].f12[1 + zero].x * at.y + patch[2].f12[1 + zero].x * at.z + 200;
    o.f12[1].y = patch[0].f12[1 + zero].y * at.x + patch[1].f12[1 + zero].y * at.y + patch[2].f12[1 + zero].y * at.z + 200;
    return o;
}
