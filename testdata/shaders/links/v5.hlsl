// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation min16int f0 : TINY0;
    nointerpolation bool f1 : FLAG0;
    linear float2 f2[4] : UV0;
    float f3 : SV_CullDistance0;
    linear float f4 : PATCHUV1;
    nointerpolation min16float2 f5 : SOFT0;
    linear float4 f6 : COLOR0;
    linear float4 f7 : COLOR1;
    float2 f8 : SV_ClipDistance0;
    nointerpolation int2 f9[2] : BONE0;
    nointerpolation uint f10 : PATCHID0;
    linear float f11 : FOG0;
    linear float2 f12 : PATCHUV0;
    float3 f13 : NORMAL0;
    nointerpolation uint f14 : ID0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = -int(137 + 11 * vertex);
    o.f1 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f2[0].x = 1 + 11 * vertex;
    o.f2[0].y = 3 + 11 * vertex;
    o.f2[1].x = 6 + 11 * vertex;
    o.f2[1].y = 8 + 11 * vertex;
    o.f2[2].x = 11 + 11 * vertex;
    o.f2[2].y = 13 + 11 * vertex;
    o.f2[3].x = 16 + 11 * vertex;
    o.f2[3].y = 18 + 11 * vertex;
    o.f3 = 205 + 11 * vertex;
    o.f4 = 159 + 11 * vertex;
    o.f5.x = 120 + 11 * vertex;
    o.f5.y = 122 + 11 * vertex;
    o.f6.x = 18 + 11 * vertex;
    o.f6.y = 20 + 11 * vertex;
    o.f6.z = 22 + 11 * vertex;
    o.f6.w = 24 + 11 * vertex;
    o.f7.x = 23 + 11 * vertex;
    o.f7.y = 25 + 11 * vertex;
    o.f7.z = 27 + 11 * vertex;
    o.f7.w = 29 + 11 * vertex;
    o.f8.x = 188 + 11 * vertex;
    o.f8.y = 190 + 11 * vertex;
    o.f9[0].x = -int(69 + 11 * vertex);
    o.f9[0].y = -int(71 + 11 * vertex);
    o.f9[1].x = -int(74 + 11 * vertex);
    o.f9[1].y = -int(76 + 11 * vertex);
    o.f10 = 171 + 11 * vertex;
    o.f11 = 52 + 11 * vertex;
    o.f12.x = 154 + 11 * vertex;
    o.f12.y = 156 + 11 * vertex;
    o.f13.x = 35 + 11 * vertex;
    o.f13.y = 37 + 11 * vertex;
    o.f13.z = 39 + 11 * vertex;
    o.f14 = 86 + 11 * vertex;
    return o;
}
