// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1[0].x; r[1] = i.f1[0].y; r[2] = i.f1[0].z; r[3] = i.f1[0].w; }
    if (n == 2) { r[0] = i.f1[1].x; r[1] = i.f1[1].y; r[2] = i.f1[1].z; r[3] = i.f1[1].w; }
    if (n == 3) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 4) { r[0] = i.f3 ? 1 : 0; }
    if (n == 5) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 6) { r[0] = i.f5; }
    if (n == 7) { r[0] = i.f6[0].x; r[1] = i.f6[0].y; }
    if (n == 8) { r[0] = i.f6[1].x; r[1] = i.f6[1].y; }
    if (n == 9) { r[0] = i.f7[0]; }
    if (n == 10) { r[0] = i.f7[1]; }
    if (n == 11) { }
    if (n == 12) { }
    if (n == 13) { r[0] = i.f10; }
    if (n == 14) { r[0] = i.f11.x; r[1] = i.f11.y; }
    if (n == 15) { r[0] = i.f12.x; r[1] = i.f12.y; }
    if (n == 16) { r[0] = i.f13; }
    return r;
}
