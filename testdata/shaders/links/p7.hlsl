// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance1;
    float2 f1 : UV1;
    nointerpolation uint f2 : PATCHID0;
    float2 f3 : UV0;
    linear float2 f4 : PATCHUV1;
    noperspective float4 f5 : COLOR0;
    linear min16float f6 : SOFT0;
    nointerpolation int2 f7[2] : BONE0;
    float f8 : UV2;
    linear float2 f9 : PATCHUV0;
    nointerpolation float3 f10 : NORMAL0;
    nointerpolation int f11 : TINY0;
    centroid float f12 : FOG0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; r[3] = i.f5.w; }
    if (n == 6) { r[0] = i.f6; }
    if (n >= 7 && n < 9) { r[0] = i.f7[0 + (n - 7 + zero)].x; r[1] = i.f7[0 + (n - 7 + zero)].y; }
    if (n == 9) { r[0] = i.f8; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 11) { r[0] = i.f10.x; r[1] = i.f10.y; r[2] = i.f10.z; }
    if (n == 12) { r[0] = i.f11; }
    if (n == 13) { r[0] = i.f12; }
    return r;
}
