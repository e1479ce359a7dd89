// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n >= 0 && n < 2) { r[0] = i.f0[0 + (n - 0 + zero)].x; r[1] = i.f0[0 + (n - 0 + zero)].y; r[2] = i.f0[0 + (n - 0 + zero)].z; r[3] = i.f0[0 + (n - 0 + zero)].w; }
    if (n == 2) { }
    if (n == 3) { r[0] = i.f2; }
    if (n == 4) { r[0] = i.f3; }
    if (n >= 5 && n < 7) { r[0] = i.f4[0 + (n - 5 + zero)]; }
    if (n == 7) { r[0] = i.f5 ? 1 : 0; }
    if (n == 8) { r[0] = i.f6.x; }
    if (n == 9) { r[0] = i.f7; }
    if (n == 10) { r[0] = i.f8.x; r[1] = i.f8.y; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; r[2] = i.f10.z; }
    if (n == 13) { }
    if (n >= 14 && n < 16) { r[0] = i.f12[0 + (n - 14 + zero)].x; r[1] = i.f12[0 + (n - 14 + zero)].y; }
    return r;
}
