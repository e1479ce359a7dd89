// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    linear float f0 : FOG0;
    nointerpolation int f1 : BONE0;
    centroid float2 f2[4] : UV0;
    nointerpolation int2 f3 : BONE1;
    centroid float f4 : SOFT0;
    centroid float3 f5 : NORMAL0;
    noperspective float4 f6[2] : COLOR0;
    nointerpolation int f7 : TINY0;
    nointerpolation uint f8 : ID0;
    nointerpolation bool f9 : FLAG0;
    float2 f10 : SV_ClipDistance1;
    float2 f11 : SV_ClipDistance0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { r[0] = i.f1; }
    if (n == 2) { r[0] = i.f2[0].x; r[1] = i.f2[0].y; }
    if (n == 3) { r[0] = i.f2[1].x; r[1] = i.f2[1].y; }
    if (n == 4) { r[0] = i.f2[2].x; r[1] = i.f2[2].y; }
    if (n == 5) { r[0] = i.f2[3].x; r[1] = i.f2[3].y; }
    if (n == 6) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 7) { r[0] = i.f4; }
    if (n == 8) { }
    if (n == 9) { }
    if (n == 10) { }
    if (n == 11) { r[0] = i.f7; }
    if (n == 12) { }
    if (n == 13) { r[0] = i.f9 ? 1 : 0; }
    if (n == 14) { r[0] = i.f10.x; r[1] = i.f10.y; }
    if (n == 15) { }
    return r;
}
