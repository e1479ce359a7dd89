// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    float f0 : FOG0;
    linear float2 f1 : UV3;
    nointerpolation uint f2 : ID0;
    float2 f3 : SV_CullDistance0;
    nointerpolation int f4 : BONE0;
    centroid min16float f5 : SOFT0;
    nointerpolation bool f6 : FLAG0;
    centroid float3 f7 : NORMAL0;
    nointerpolation float4 f8 : COLOR1;
    linear float2 f9 : UV2;
    float2 f10 : SV_ClipDistance1;
    linear float2 f11 : UV0;
    nointerpolation uint f12 : PATCHID0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; }
    if (n == 2) { r[0] = i.f2; }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 4) { r[0] = i.f4; }
    if (n == 5) { r[0] = i.f5; }
    if (n == 6) { r[0] = i.f6 ? 1 : 0; }
    if (n == 7) { r[0] = i.f7.x; r[1] = i.f7.y; r[2] = i.f7.z; }
    if (n == 8) { r[0] = i.f8.x; }
    if (n == 9) { r[0] = i.f9.x; r[1] = i.f9.y; }
    if (n == 10) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 11) { r[0] = i.f11.x; r[1] = i.f11.y; }
    if (n == 12) { r[0] = i.f12; }
    return r;
}
