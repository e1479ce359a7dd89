// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float f0 : PATCHUV0;
    nointerpolation int2 f1 : BONE0;
    float f2 : SV_ClipDistance1;
    centroid float f3 : FOG0;
    float2 f4[2] : UV2;
    float2 f5 : UV0;
    float f6 : SV_ClipDistance0;
    float2 f7 : PATCHUV1;
    nointerpolation uint f8 : PATCHID0;
    nointerpolation float2 f9 : COLOR0;
    nointerpolation min16float2 f10 : SOFT0;
    nointerpolation min16int f11 : TINY0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { }
    if (n == 1) { }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { r[0] = i.f3; }
    if (n >= 4 && n < 6) { r[0] = i.f4[0 + (n - 4 + zero)].x; r[1] = i.f4[0 + (n - 4 + zero)].y; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 7) { r[0] = i.f6; }
    if (n == 8) { r[0] = i.f7.x; r[1] = i.f7.y; }
    if (n == 9) { r[0] = i.f8; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 11) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 12) { r[0] = i.f11; }
    return r;
}
