// dxc: -T ps_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Input {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
};
float4 main(Input i) : SV_Target {
    uint n = uint(i.position.x);
    float4 r = -1;
    if (n == 0) { r[0] = i.f0 ? 1 : 0; }
    if (n == 1) { r[0] = i.f1; }
    if (n == 2) { r[0] = i.f2.x; r[1] = i.f2.y; r[2] = i.f2.z; }
    if (n == 3) { r[0] = i.f3[0].x; r[1] = i.f3[0].y; }
    if (n == 4) { r[0] = i.f3[1].x; r[1] = i.f3[1].y; }
    if (n == 5) { r[0] = i.f4.x; r[1] = i.f4.y; }
    if (n == 6) { r[0] = i.f5.x; r[1] = i.f5.y; }
    if (n == 7) { r[0] = i.f6.x; r[1] = i.f6.y; r[2] = i.f6.z; r[3] = i.f6.w; }
    if (n == 8) { r[0] = i.f7[0].x; r[1] = i.f7[0].y; }
    if (n == 9) { r[0] = i.f7[1].x; r[1] = i.f7[1].y; }
    if (n == 10) { r[0] = i.f7[2].x; r[1] = i.f7[2].y; }
    if (n == 11) { r[0] = i.f8; }
    if (n == 12) { r[0] = i.f9; }
    if (n == 13) { r[0] = i.f10.x; r[1] = i.f10.y; }
    return r;
}
