// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    float2 f1 : UV1;
    nointerpolation int2 f2[2] : BONE0;
    nointerpolation int f3 : TINY0;
    float2 f4 : SV_ClipDistance1;
    float2 f5 : UV0;
    nointerpolation float3 f6 : NORMAL0;
    centroid float f7 : FOG0;
    noperspective float4 f8 : COLOR0;
    linear float2 f9 : PATCHUV0;
    float2 f10 : SV_CullDistance0;
    float f11 : UV2;
    linear float2 f12 : PATCHUV1;
    linear min16float f13 : SOFT0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2[0].x; r[1] = i.f2[0].y; }
    if (n == 3) { r[0] = i.f2[1].x; r[1] = i.f2[1].y; }
    if (n == 4) { r[0] = i.f3; }
    if (n == 5) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 7) { r[0] = i.f6.x; r[1] = i.f6.y; r[2] = i.f6.z; }
    if (n == 8) { r[0] = i.f7; }
    if (n == 9) { r[0] = i.f8.x; r[1] = i.f8.y; r[2] = i.f8.z; r[3] = i.f8.w; }
    if (n == 10) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 11) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 12) { r[0] = i.f11; }
    if (n == 13) { r[0] = i.f12.x; r[1] = i.f12.y; }
    if (n == 14) { r[0] = i.f13; }
    return r;
}
