// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8 : COLOR0;
    noperspective float4 f9 : COLOR1;
    nointerpolation int f10 : BONE0;
    centroid float f11 : SOFT0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { }
    if (n == 1) { r[0] = i.f1.x; r[1] = i.f1.y; r[2] = i.f1.z; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; }
    if (n == 3) { r[0] = i.f3.x; }
    if (n == 4) { r[0] = i.f4 ? 1 : 0; }
    if (n == 5) { r[0] = i.f5[0].x; r[1] = i.f5[0].y; }
    if (n == 6) { r[0] = i.f5[1].x; r[1] = i.f5[1].y; }
    if (n == 7) { r[0] = i.f5[2].x; r[1] = i.f5[2].y; }
    if (n == 8) { r[0] = i.f5[3].x; r[1] = i.f5[3].y; }
    if (n == 9) { r[0] = i.f6; }
    if (n == 10) { r[0] = i.f7; }
    if (n == 11) { r[0] = i.f8.x; r[1] = i.f8.y; r[2] = i.f8.z; r[3] = i.f8.w; }
    if (n == 12) { r[0] = i.f9.x; r[1] = i.f9.y; r[2] = i.f9.z; r[3] = i.f9.w; }
    if (n == 13) { r[0] = i.f10; }
    if (n == 14) { r[0] = i.f11; }
    return r;
}
