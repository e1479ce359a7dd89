// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1 : COLOR0;
    float4 f2 : COLOR1;
    nointerpolation int2 f3 : BONE0;
    nointerpolation bool f4 : FLAG0;
    noperspective float3 f5 : NORMAL0;
    float f6 : SV_ClipDistance1;
    centroid float2 f7[2] : UV0;
    centroid float f8[2] : UV2;
    linear float2 f9 : SOFT0;
    nointerpolation int2 f10 : BONE1;
    nointerpolation uint f11 : ID0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; r[2] = i.f1.z; r[3] = i.f1.w; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; r[2] = i.f2.z; r[3] = i.f2.w; }
    if (n == 3) { }
    if (n == 4) { r[0] = i.f4 ? 1 : 0; }
    if (n == 5) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 6) { }
    if (n == 7) { r[0] = i.f7[0].x; r[1] = i.f7[0].y; }
    if (n == 8) { r[0] = i.f7[1].x; r[1] = i.f7[1].y; }
    if (n == 9) { r[0] = i.f8[0]; }
    if (n == 10) { r[0] = i.f8[1]; }
    if (n == 11) { }
    if (n == 12) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 13) { }
    return r;
}
