// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation int2 f0[2] : BONE0;
    float f1 : SV_ClipDistance0;
    nointerpolation float2 f2 : UV3;
    noperspective float4 f3 : COLOR1;
    nointerpolation bool f4 : FLAG0;
    noperspective float4 f5 : COLOR0;
    float2 f6 : SV_ClipDistance1;
    nointerpolation float2 f7 : UV2;
    nointerpolation uint f8 : PATCHID0;
    nointerpolation float2 f9 : UV1;
    nointerpolation uint f10 : ID0;
    nointerpolation float f11 : FOG0;
    nointerpolation float2 f12[2] : PATCHUV0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n >= 0 && n < 2) { r[0] = i.f0[0 + (n - 0 + zero)].x; r[1] = i.f0[0 + (n - 0 + zero)].y; }
    if (n == 2) { r[0] = i.f1; }
    if (n == 3) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 4) { r[0] = i.f3.x; r[1] = i.f3.y; r[2] = i.f3.z; r[3] = i.f3.w; }
    if (n == 5) { r[0] = i.f4 ? 1 : 0; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; r[3] = i.f5.w; }
    if (n == 7) { r[0] = i.f6.x; r[1] = i.f6.y; }
    if (n == 8) { r[0] = i.f7.x; r[1] = i.f7.y; }
    if (n == 9) { r[0] = i.f8; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 11) { r[0] = i.f10; }
    if (n == 12) { r[0] = i.f11; }
    if (n >= 13 && n < 15) { r[0] = i.f12[0 + (n - 13 + zero)].x; }
    return r;
}
