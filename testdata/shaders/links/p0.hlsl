// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation float2 f0 : UV1;
    nointerpolation int2 f1[2] : BONE0;
    float2 f2 : SV_ClipDistance1;
    nointerpolation uint f3 : PATCHID0;
    float2 f4 : SV_CullDistance0;
    noperspective float4 f5 : COLOR1;
    nointerpolation float2 f6[2] : PATCHUV0;
    float f7 : SV_ClipDistance0;
    nointerpolation uint f8 : ID0;
    nointerpolation float2 f9 : UV2;
    nointerpolation float f10 : FOG0;
    nointerpolation bool f11 : FLAG0;
    noperspective float4 f12 : COLOR0;
    nointerpolation float2 f13 : UV3;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1[0].x; r[1] = i.f1[0].y; }
    if (n == 2) { r[0] = i.f1[1].x; r[1] = i.f1[1].y; }
    if (n == 3) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 4) { r[0] = i.f3; }
    if (n == 5) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; r[3] = i.f5.w; }
    if (n == 7) { r[0] = i.f6[0].x; }
    if (n == 8) { r[0] = i.f6[1].x; }
    if (n == 9) { r[0] = i.f7; }
    if (n == 10) { r[0] = i.f8; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 12) { r[0] = i.f10; }
    if (n == 13) { r[0] = i.f11 ? 1 : 0; }
    if (n == 14) { r[0] = i.f12.x; r[1] = i.f12.y; r[2] = i.f12.z; r[3] = i.f12.w; }
    if (n == 15) { r[0] = i.f13.x; r[1] = i.f13.y; }
    return r;
}
