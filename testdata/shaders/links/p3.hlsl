// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    nointerpolation float4 f0 : COLOR1;
    centroid float2 f1 : PATCHUV1;
    nointerpolation int2 f2 : BONE0;
    nointerpolation uint f3 : PATCHID0;
    float2 f4 : SV_ClipDistance1;
    centroid float f5 : FOG0;
    centroid float2 f6 : PATCHUV0;
    nointerpolation float4 f7 : COLOR0;
    nointerpolation float f8[3] : UV0;
    float2 f9 : SV_CullDistance0;
    nointerpolation int2 f10 : BONE1;
    nointerpolation uint f11 : ID0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; r[2] = i.f0.z; r[3] = i.f0.w; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 3) { r[0] = i.f3; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5; }
    if (n == 6) { r[0] = i.f6.x; r[1] = i.f6.y; }
    if (n == 7) { r[0] = i.f7.x; r[1] = i.f7.y; r[2] = i.f7.z; }
    if (n >= 8 && n < 11) { r[0] = i.f8[0 + (n - 8 + zero)]; }
    if (n == 11) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 13) { r[0] = i.f11; }
    return r;
}
