// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
cbuffer Zero : register(b0, space2) { uint zero; }
struct Input {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; r[2] = i.f0.z; r[3] = i.f0.w; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; r[2] = i.f3.z; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; r[3] = i.f5.w; }
    if (n == 6) { r[0] = i.f6; }
    if (n >= 7 && n < 9) { r[0] = i.f7[0 + (n - 7 + zero)].x; r[1] = i.f7[0 + (n - 7 + zero)].y; }
    if (n == 9) { }
    if (n >= 10 && n < 13) { r[0] = i.f9[0 + (n - 10 + zero)].x; r[1] = i.f9[0 + (n - 10 + zero)].y; }
    if (n == 13) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 14) { }
    return r;
}
