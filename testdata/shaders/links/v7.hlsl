// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    noperspective float f0 : COLOR0;
    float f1[2] : PATCHUV0;
    nointerpolation uint f2 : ID0;
    nointerpolation bool f3 : FLAG0;
    nointerpolation uint f4 : PATCHID0;
    nointerpolation float f5 : FOG0;
    centroid float f6 : UV3;
    centroid float2 f7 : UV1;
    nointerpolation int2 f8[2] : BONE0;
    centroid float2 f9 : UV0;
    float2 f10 : SV_ClipDistance1;
    float f11 : SV_ClipDistance0;
    nointerpolation min16int f12 : TINY0;
    nointerpolation float2 f13 : NORMAL0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 18 + 11 * vertex;
    o.f1[0] = 154 + 11 * vertex;
    o.f1[1] = 159 + 11 * vertex;
    o.f2 = 86 + 11 * vertex;
    o.f4 = 171 + 11 * vertex;
    o.f5 = 52 + 11 * vertex;
    o.f6 = 16 + 11 * vertex;
    o.f7.x = 6 + 11 * vertex;
    o.f7.y = 8 + 11 * vertex;
    o.f8[0].x = -int(69 + 11 * vertex);
    o.f8[0].y = -int(71 + 11 * vertex);
    o.f8[1].x = -int(74 + 11 * vertex);
    o.f8[1].y = -int(76 + 11 * vertex);
    o.f9.x = 1 + 11 * vertex;
    o.f9.y = 3 + 11 * vertex;
    o.f10.x = 193 + 11 * vertex;
    o.f10.y = 195 + 11 * vertex;
    o.f11 = 188 + 11 * vertex;
    o.f12 = -int(137 + 11 * vertex);
    o.f13.x = 35 + 11 * vertex;
    o.f13.y = 37 + 11 * vertex;
    return o;
}
