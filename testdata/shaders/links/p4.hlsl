// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    noperspective float2 f0 : SOFT0;
    nointerpolation bool f1 : FLAG0;
    float2 f2 : SV_ClipDistance1;
    float2 f3 : UV1;
    nointerpolation int2 f4[2] : BONE0;
    nointerpolation float f5 : FOG0;
    noperspective float f6 : NORMAL0;
    float2 f7[2] : UV2;
    nointerpolation int f8 : TINY0;
    float2 f9 : SV_CullDistance0;
    noperspective float4 f10 : COLOR1;
    centroid float f11[2] : PATCHUV0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1 ? 1 : 0; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n >= 4 && n < 6) { r[0] = i.f4[0 + (n - 4 + zero)].x; r[1] = i.f4[0 + (n - 4 + zero)].y; }
    if (n == 6) { }
    if (n == 7) { r[0] = i.f6; }
    if (n >= 8 && n < 10) { r[0] = i.f7[0 + (n - 8 + zero)].x; r[1] = i.f7[0 + (n - 8 + zero)].y; }
    if (n == 10) { r[0] = i.f8; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; r[2] = i.f10.z; r[3] = i.f10.w; }
    if (n >= 13 && n < 15) { r[0] = i.f11[0 + (n - 13 + zero)]; }
    return r;
}
