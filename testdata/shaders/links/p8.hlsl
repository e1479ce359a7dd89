// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float2 f0[2] : PATCHUV0;
    nointerpolation bool f1 : FLAG0;
    nointerpolation min16int f2 : TINY0;
    linear float f3 : UV3;
    float f4 : SV_ClipDistance1;
    min16float f5 : SOFT0;
    linear float2 f6[2] : UV0;
    nointerpolation int2 f7[2] : BONE0;
    nointerpolation uint f8 : ID0;
    nointerpolation float f9 : FOG0;
    float2 f10 : SV_ClipDistance0;
    noperspective float3 f11 : NORMAL0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0[0].x; r[1] = i.f0[0].y; }
    if (n == 1) { r[0] = i.f0[1].x; r[1] = i.f0[1].y; }
    if (n == 2) { r[0] = i.f1 ? 1 : 0; }
    if (n == 3) { r[0] = i.f2; }
    if (n == 4) { r[0] = i.f3; }
    if (n == 5) { r[0] = i.f4; }
    if (n == 6) { r[0] = i.f5; }
    if (n == 7) { r[0] = i.f6[0].x; r[1] = i.f6[0].y; }
    if (n == 8) { r[0] = i.f6[1].x; r[1] = i.f6[1].y; }
    if (n == 9) { }
    if (n == 10) { }
    if (n == 11) { r[0] = i.f8; }
    if (n == 12) { r[0] = i.f9; }
    if (n == 13) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 14) { r[0] = i.f11.x; r[1] = i.f11.y; r[2] = i.f11.z; }
    return r;
}
