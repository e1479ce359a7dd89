// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    linear float4 f1 : COLOR1;
    linear float2 f2[4] : UV0;
    nointerpolation int2 f3[2] : BONE0;
    nointerpolation bool f4 : FLAG0;
    linear float2 f5 : PATCHUV0;
    linear float f6 : PATCHUV1;
    nointerpolation min16float2 f7 : SOFT0;
    float2 f8 : SV_ClipDistance0;
    float3 f9 : NORMAL0;
    linear float f10 : FOG0;
    nointerpolation uint f11 : ID0;
    linear float4 f12 : COLOR0;
    nointerpolation min16int f13 : TINY0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 171 + 11 * vertex;
    o.f1.x = 23 + 11 * vertex;
    o.f1.y = 25 + 11 * vertex;
    o.f1.z = 27 + 11 * vertex;
    o.f1.w = 29 + 11 * vertex;
    o.f2[0].x = 1 + 11 * vertex;
    o.f2[0].y = 3 + 11 * vertex;
    o.f2[1].x = 6 + 11 * vertex;
    o.f2[1].y = 8 + 11 * vertex;
    o.f2[2].x = 11 + 11 * vertex;
    o.f2[2].y = 13 + 11 * vertex;
    o.f2[3].x = 16 + 11 * vertex;
    o.f2[3].y = 18 + 11 * vertex;
    o.f3[0].x = -int(69 + 11 * vertex);
    o.f3[0].y = -int(71 + 11 * vertex);
    o.f3[1].x = -int(74 + 11 * vertex);
    o.f3[1].y = -int(76 + 11 * vertex);
    o.f4 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f5.x = 154 + 11 * vertex;
    o.f5.y = 156 + 11 * vertex;
    o.f6 = 159 + 11 * vertex;
    o.f7.x = 120 + 11 * vertex;
    o.f7.y = 122 + 11 * vertex;
    o.f8.x = 188 + 11 * vertex;
    o.f8.y = 190 + 11 * vertex;
    o.f9.x = 35 + 11 * vertex;
    o.f9.y = 37 + 11 * vertex;
    o.f9.z = 39 + 11 * vertex;
    o.f10 = 52 + 11 * vertex;
    o.f11 = 86 + 11 * vertex;
    o.f12.x = 18 + 11 * vertex;
    o.f12.y = 20 + 11 * vertex;
    o.f12.z = 22 + 11 * vertex;
    o.f12.w = 24 + 11 * vertex;
    o.f13 = -int(137 + 11 * vertex);
    return o;
}
