// dxc: -T ps_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    centroid min16float f1 : SOFT0;
    nointerpolation bool f2 : FLAG0;
    linear float2 f3 : UV3;
    float2 f4 : SV_ClipDistance1;
    centroid float3 f5 : NORMAL0;
    linear float2 f6 : UV2;
    linear float2 f7 : UV0;
    float f8 : FOG0;
    nointerpolation float4 f9 : COLOR1;
    nointerpolation uint f10 : ID0;
    nointerpolation int f11 : BONE0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1; }
    if (n == 2) { r[0] = i.f2 ? 1 : 0; }
    if (n == 3) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 4) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; }
    if (n == 6) { r[0] = i.f6.x; r[1] = i.f6.y; }
    if (n == 7) { r[0] = i.f7.x; r[1] = i.f7.y; }
    if (n == 8) { r[0] = i.f8; }
    if (n == 9) { r[0] = i.f9.x; }
    if (n == 10) { r[0] = i.f10; }
    if (n == 11) { r[0] = i.f11; }
    return r;
}
