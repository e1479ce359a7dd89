// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : PATCHID0;
    float f1 : SV_ClipDistance0;
    float2 f2[2] : PATCHUV0;
    linear float2 f3 : UV1;
    float4 f4[2] : COLOR0;
    linear min16float2 f5 : SOFT0;
    linear float2 f6 : NORMAL0;
    nointerpolation bool f7 : FLAG0;
    linear float2 f8 : UV0;
    nointerpolation float f9 : FOG0;
    nointerpolation int2 f10 : BONE0;
    nointerpolation min16int f11 : TINY0;
    float f12 : SV_ClipDistance1;
    nointerpolation int2 f13 : BONE1;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 171 + 11 * vertex;
    o.f1 = 188 + 11 * vertex;
    o.f3.x = 6 + 11 * vertex;
    o.f3.y = 8 + 11 * vertex;
    o.f5.x = 120 + 11 * vertex;
    o.f5.y = 122 + 11 * vertex;
    o.f6.x = 35 + 11 * vertex;
    o.f6.y = 37 + 11 * vertex;
    o.f7 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f8.x = 1 + 11 * vertex;
    o.f8.y = 3 + 11 * vertex;
    o.f9 = 52 + 11 * vertex;
    o.f10.x = -int(69 + 11 * vertex);
    o.f10.y = -int(71 + 11 * vertex);
    o.f11 = -int(137 + 11 * vertex);
    o.f12 = 193 + 11 * vertex;
    o.f13.x = -int(74 + 11 * vertex);
    o.f13.y = -int(76 + 11 * vertex);
    return o;
}
