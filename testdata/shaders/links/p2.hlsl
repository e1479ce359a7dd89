// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float f0 : SV_CullDistance0;
    centroid float f1 : COLOR0;
    float f2 : SV_ClipDistance0;
    nointerpolation uint f3 : ID0;
    nointerpolation int2 f4 : BONE0;
    nointerpolation min16int f5 : TINY0;
    linear float2 f6 : UV0;
    float f7 : FOG0;
    linear float2 f8 : UV1;
    float2 f9 : SV_ClipDistance1;
    nointerpolation uint f10 : PATCHID0;
    float f11[2] : PATCHUV0;
    linear float f12[2] : UV2;
    centroid float f13 : COLOR1;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1; }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { r[0] = i.f3; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5; }
    if (n == 6) { r[0] = i.f6.x; r[1] = i.f6.y; }
    if (n == 7) { r[0] = i.f7; }
    if (n == 8) { r[0] = i.f8.x; r[1] = i.f8.y; }
    if (n == 9) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 10) { r[0] = i.f10; }
    if (n == 11) { r[0] = i.f11[0]; }
    if (n == 12) { r[0] = i.f11[1]; }
    if (n == 13) { r[0] = i.f12[0]; }
    if (n == 14) { r[0] = i.f12[1]; }
    if (n == 15) { r[0] = i.f13; }
    return r;
}
