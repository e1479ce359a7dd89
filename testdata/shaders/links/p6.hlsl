// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    linear float2 f0 : SOFT0;
    float2 f1 : SV_CullDistance0;
    linear float2 f2[3] : UV0;
    noperspective float3 f3[2] : COLOR0;
    linear float f4 : FOG0;
    nointerpolation bool f5 : FLAG0;
    nointerpolation uint f6 : PATCHID0;
    nointerpolation min16int f7 : TINY0;
    nointerpolation int f8[2] : BONE0;
    noperspective float f9 : PATCHUV1;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n >= 2 && n < 5) { r[0] = i.f2[0 + (n - 2 + zero)].x; r[1] = i.f2[0 + (n - 2 + zero)].y; }
    if (n >= 5 && n < 7) { r[0] = i.f3[0 + (n - 5 + zero)].x; r[1] = i.f3[0 + (n - 5 + zero)].y; r[2] = i.f3[0 + (n - 5 + zero)].z; }
    if (n == 7) { r[0] = i.f4; }
    if (n == 8) { }
    if (n == 9) { r[0] = i.f6; }
    if (n == 10) { r[0] = i.f7; }
    if (n >= 11 && n < 13) { r[0] = i.f8[0 + (n - 11 + zero)]; }
    if (n == 13) { r[0] = i.f9; }
    return r;
}
