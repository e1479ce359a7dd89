// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    float4 f0 : COLOR0;
    float4 f1 : COLOR1;
    nointerpolation min16int f2 : TINY0;
    nointerpolation float f3 : FOG0;
    float f4 : SV_ClipDistance1;
    centroid float f5[2] : UV2;
    nointerpolation bool f6 : FLAG0;
    nointerpolation int2 f7 : BONE1;
    nointerpolation uint f8 : ID0;
    linear float2 f9 : SOFT0;
    nointerpolation int2 f10 : BONE0;
    noperspective float3 f11 : NORMAL0;
    float2 f12 : SV_ClipDistance0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; r[2] = i.f0.z; r[3] = i.f0.w; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; r[2] = i.f1.z; r[3] = i.f1.w; }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { }
    if (n == 4) { r[0] = i.f4; }
    if (n >= 5 && n < 7) { r[0] = i.f5[0 + (n - 5 + zero)]; }
    if (n == 7) { r[0] = i.f6 ? 1 : 0; }
    if (n == 8) { r[0] = i.f7.x; r[1] = i.f7.y; }
    if (n == 9) { r[0] = i.f8; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 11) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 12) { r[0] = i.f11.x; }
    if (n == 13) { r[0] = i.f12.x; r[1] = i.f12.y; }
    return r;
}
