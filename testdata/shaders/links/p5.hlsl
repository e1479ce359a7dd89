// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation int2 f0 : BONE0;
    noperspective float2 f1 : UV0;
    float f2 : SV_ClipDistance1;
    noperspective float2 f3 : PATCHUV0;
    nointerpolation uint f4 : ID0;
    nointerpolation bool f5 : FLAG0;
    noperspective float2 f6[3] : UV1;
    float3 f7 : NORMAL0;
    noperspective float f8 : FOG0;
    linear float4 f9 : COLOR1;
    noperspective float2 f10 : PATCHUV1;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 4) { r[0] = i.f4; }
    if (n == 5) { }
    if (n == 6) { r[0] = i.f6[0].x; r[1] = i.f6[0].y; }
    if (n == 7) { r[0] = i.f6[1].x; r[1] = i.f6[1].y; }
    if (n == 8) { r[0] = i.f6[2].x; r[1] = i.f6[2].y; }
    if (n == 9) { r[0] = i.f7.x; r[1] = i.f7.y; r[2] = i.f7.z; }
    if (n == 10) { r[0] = i.f8; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; r[2] = i.f9.z; r[3] = i.f9.w; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; }
    return r;
}
