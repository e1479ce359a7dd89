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
    noperspective float4 f6 : COLOR0;
    noperspective float4 f7 : COLOR1;
    nointerpolation int f8 : TINY0;
    nointerpolation uint f9 : ID0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0; }
    if (n == 1) { }
    if (n == 2) { r[0] = i.f2[0].x; r[1] = i.f2[0].y; }
    if (n == 3) { r[0] = i.f2[1].x; r[1] = i.f2[1].y; }
    if (n == 4) { r[0] = i.f2[2].x; r[1] = i.f2[2].y; }
    if (n == 5) { r[0] = i.f2[3].x; r[1] = i.f2[3].y; }
    if (n == 6) { r[0] = i.f3.x; r[1] = i.f3.y; }
    if (n == 7) { r[0] = i.f4; }
    if (n == 8) { r[0] = i.f5.x; r[1] = i.f5.y; r[2] = i.f5.z; }
    if (n == 9) { r[0] = i.f6.x; r[1] = i.f6.y; r[2] = i.f6.z; r[3] = i.f6.w; }
    if (n == 10) { r[0] = i.f7.x; r[1] = i.f7.y; r[2] = i.f7.z; r[3] = i.f7.w; }
    if (n == 11) { r[0] = i.f8; }
    if (n == 12) { r[0] = i.f9; }
    return r;
}
