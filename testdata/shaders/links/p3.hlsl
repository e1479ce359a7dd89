// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float2 f1 : PATCHUV1;
    nointerpolation int2 f2 : BONE0;
    centroid float f3 : FOG0;
    nointerpolation float4 f4 : COLOR0;
    float2 f5 : SV_ClipDistance1;
    nointerpolation uint f6 : PATCHID0;
    nointerpolation float f7[3] : UV0;
    nointerpolation int2 f8 : BONE1;
    nointerpolation float4 f9 : COLOR1;
    centroid float2 f10 : PATCHUV0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 3) { r[0] = i.f3; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; r[2] = i.f4.z; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 6) { r[0] = i.f6; }
    if (n >= 7 && n < 10) { r[0] = i.f7[0 + (n - 7 + zero)]; }
    if (n == 10) { r[0] = i.f8.x; r[1] = i.f8.y; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; r[2] = i.f9.z; r[3] = i.f9.w; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; }
    return r;
}
