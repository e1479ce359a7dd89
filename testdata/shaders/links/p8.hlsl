// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance0;
    linear float2 f1[2] : UV0;
    nointerpolation min16int f2 : TINY0;
    float2 f3[2] : PATCHUV0;
    float f4 : SV_ClipDistance1;
    nointerpolation uint f5 : ID0;
    nointerpolation int2 f6[2] : BONE0;
    noperspective float3 f7 : NORMAL0;
    nointerpolation float f8 : FOG0;
    nointerpolation bool f9 : FLAG0;
    linear float f10 : UV3;
    min16float f11 : SOFT0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1[0].x; r[1] = i.f1[0].y; }
    if (n == 2) { r[0] = i.f1[1].x; r[1] = i.f1[1].y; }
    if (n == 3) { r[0] = i.f2; }
    if (n == 4) { r[0] = i.f3[0].x; r[1] = i.f3[0].y; }
    if (n == 5) { r[0] = i.f3[1].x; r[1] = i.f3[1].y; }
    if (n == 6) { r[0] = i.f4; }
    if (n == 7) { r[0] = i.f5; }
    if (n == 8) { }
    if (n == 9) { }
    if (n == 10) { r[0] = i.f7.x; r[1] = i.f7.y; r[2] = i.f7.z; }
    if (n == 11) { r[0] = i.f8; }
    if (n == 12) { r[0] = i.f9 ? 1 : 0; }
    if (n == 13) { r[0] = i.f10; }
    if (n == 14) { r[0] = i.f11; }
    return r;
}
