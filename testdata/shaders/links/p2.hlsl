// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    nointerpolation int2 f1 : BONE0;
    centroid float f2 : COLOR1;
    nointerpolation uint f3 : PATCHID0;
    float f4 : SV_ClipDistance0;
    nointerpolation min16int f5 : TINY0;
    float f6 : FOG0;
    float f7[2] : PATCHUV0;
    float2 f8 : SV_ClipDistance1;
    linear float2 f9 : UV0;
    linear float f10[2] : UV2;
    linear float2 f11 : UV1;
    centroid float f12 : COLOR0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { r[0] = i.f3; }
    if (n == 4) { r[0] = i.f4; }
    if (n == 5) { r[0] = i.f5; }
    if (n == 6) { r[0] = i.f6; }
    if (n >= 7 && n < 9) { r[0] = i.f7[0 + (n - 7 + zero)]; }
    if (n == 9) { r[0] = i.f8.x; r[1] = i.f8.y; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n >= 11 && n < 13) { r[0] = i.f10[0 + (n - 11 + zero)]; }
    if (n == 13) { r[0] = i.f11.x; r[1] = i.f11.y; }
    if (n == 14) { r[0] = i.f12; }
    return r;
}
