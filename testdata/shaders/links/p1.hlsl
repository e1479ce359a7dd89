// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE0;
    float2 f1 : UV0;
    float2 f2[2] : UV2;
    float f3 : PATCHUV0;
    nointerpolation min16float2 f4 : SOFT0;
    float f5 : SV_ClipDistance1;
    nointerpolation float2 f6 : COLOR0;
    float f7 : SV_CullDistance0;
    nointerpolation uint f8 : PATCHID0;
    centroid float f9 : FOG0;
    float2 f10 : PATCHUV1;
    nointerpolation min16int f11 : TINY0;
    float f12 : SV_ClipDistance0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n >= 2 && n < 4) { r[0] = i.f2[0 + (n - 2 + zero)].x; r[1] = i.f2[0 + (n - 2 + zero)].y; }
    if (n == 4) { }
    if (n == 5) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 6) { r[0] = i.f5; }
    if (n == 7) { r[0] = i.f6.x; r[1] = i.f6.y; }
    if (n == 8) { r[0] = i.f7; }
    if (n == 9) { r[0] = i.f8; }
    if (n == 10) { r[0] = i.f9; }
    if (n == 11) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 12) { r[0] = i.f11; }
    if (n == 13) { r[0] = i.f12; }
    return r;
}
