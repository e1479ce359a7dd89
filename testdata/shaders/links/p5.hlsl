// dxc: -T ps_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    noperspective float2 f0 : PATCHUV1;
    float3 f1 : NORMAL0;
    noperspective float2 f2 : PATCHUV0;
    noperspective float f3 : FOG0;
    noperspective float2 f4 : UV0;
    nointerpolation int2 f5 : BONE0;
    float f6 : SV_ClipDistance1;
    nointerpolation uint f7 : ID0;
    nointerpolation bool f8 : FLAG0;
    noperspective float2 f9[3] : UV1;
    float2 f10 : SV_CullDistance0;
    linear float4 f11 : COLOR1;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0.x; r[1] = i.f0.y; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; r[2] = i.f1.z; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 3) { r[0] = i.f3; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 6) { r[0] = i.f6; }
    if (n == 7) { r[0] = i.f7; }
    if (n == 8) { }
    if (n == 9) { r[0] = i.f9[0].x; r[1] = i.f9[0].y; }
    if (n == 10) { r[0] = i.f9[1].x; r[1] = i.f9[1].y; }
    if (n == 11) { r[0] = i.f9[2].x; r[1] = i.f9[2].y; }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 13) { r[0] = i.f11.x; r[1] = i.f11.y; r[2] = i.f11.z; r[3] = i.f11.w; }
    return r;
}
