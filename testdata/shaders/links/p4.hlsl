// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float2 f0 : UV1;
    noperspective float f1 : NORMAL0;
    noperspective float4 f2 : COLOR1;
    centroid float f3[2] : PATCHUV0;
    nointerpolation int f4 : TINY0;
    noperspective float2 f5 : SOFT0;
    nointerpolation float f6 : FOG0;
    float2 f7 : SV_ClipDistance1;
    nointerpolation bool f8 : FLAG0;
    float2 f9[2] : UV2;
    nointerpolation int2 f10[2] : BONE0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; r[2] = i.f2.z; r[3] = i.f2.w; }
    if (n >= 3 && n < 5) { r[0] = i.f3[0 + (n - 3 + zero)]; }
    if (n == 5) { r[0] = i.f4; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 7) { }
    if (n == 8) { r[0] = i.f7.x; r[1] = i.f7.y; }
    if (n == 9) { r[0] = i.f8 ? 1 : 0; }
    if (n >= 10 && n < 12) { r[0] = i.f9[0 + (n - 10 + zero)].x; r[1] = i.f9[0 + (n - 10 + zero)].y; }
    if (n >= 12 && n < 14) { r[0] = i.f10[0 + (n - 12 + zero)].x; r[1] = i.f10[0 + (n - 12 + zero)].y; }
    return r;
}
