// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    nointerpolation min16int f1 : TINY0;
    centroid float2 f2 : UV1;
    float f3[2] : PATCHUV0;
    nointerpolation int2 f4[2] : BONE0;
    nointerpolation bool f5 : FLAG0;
    float2 f6 : SV_ClipDistance1;
    float f7 : SV_ClipDistance0;
    float2 f8 : SV_CullDistance0;
    nointerpolation float f9 : FOG0;
    noperspective float f10 : COLOR0;
    nointerpolation float2 f11 : NORMAL0;
    nointerpolation uint f12 : ID0;
    centroid float f13 : UV3;
    centroid float2 f14 : UV0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 171 + 11 * vertex;
    o.f1 = -int(137 + 11 * vertex);
    o.f2.x = 6 + 11 * vertex;
    o.f2.y = 8 + 11 * vertex;
    o.f3[0] = 154 + 11 * vertex;
    o.f3[1] = 159 + 11 * vertex;
    o.f4[0].x = -int(69 + 11 * vertex);
    o.f4[0].y = -int(71 + 11 * vertex);
    o.f4[1].x = -int(74 + 11 * vertex);
    o.f4[1].y = -int(76 + 11 * vertex);
    o.f6.x = 193 + 11 * vertex;
    o.f6.y = 195 + 11 * vertex;
    o.f7 = 188 + 11 * vertex;
    o.f8.x = 205 + 11 * vertex;
    o.f8.y = 207 + 11 * vertex;
    o.f9 = 52 + 11 * vertex;
    o.f10 = 18 + 11 * vertex;
    o.f11.x = 35 + 11 * vertex;
    o.f11.y = 37 + 11 * vertex;
    o.f12 = 86 + 11 * vertex;
    o.f13 = 16 + 11 * vertex;
    o.f14.x = 1 + 11 * vertex;
    o.f14.y = 3 + 11 * vertex;
    return o;
}
