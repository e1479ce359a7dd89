// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    linear float2 f0[3] : UV0;
    linear float2 f1 : SOFT0;
    nointerpolation min16int f2 : TINY0;
    noperspective float f3 : PATCHUV1;
    linear float f4 : FOG0;
    nointerpolation bool f5 : FLAG0;
    noperspective float3 f6[2] : COLOR0;
    nointerpolation uint f7 : PATCHID0;
    nointerpolation int f8[2] : BONE0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0[0].x; r[1] = i.f0[0].y; }
    if (n == 1) { r[0] = i.f0[1].x; r[1] = i.f0[1].y; }
    if (n == 2) { r[0] = i.f0[2].x; r[1] = i.f0[2].y; }
    if (n == 3) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 4) { r[0] = i.f2; }
    if (n == 5) { r[0] = i.f3; }
    if (n == 6) { r[0] = i.f4; }
    if (n == 7) { }
    if (n == 8) { r[0] = i.f6[0].x; r[1] = i.f6[0].y; r[2] = i.f6[0].z; }
    if (n == 9) { r[0] = i.f6[1].x; r[1] = i.f6[1].y; r[2] = i.f6[1].z; }
    if (n == 10) { r[0] = i.f7; }
    if (n == 11) { r[0] = i.f8[0]; }
    if (n == 12) { r[0] = i.f8[1]; }
    return r;
}
