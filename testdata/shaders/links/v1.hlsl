// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation float f1 : FOG0;
    nointerpolation uint f2 : PATCHID0;
    linear min16float2 f3 : SOFT0;
    linear float2 f4 : UV1;
    float f5 : SV_ClipDistance0;
    float f6 : SV_ClipDistance1;
    linear float2 f7 : UV0;
    linear float2 f8 : NORMAL0;
    nointerpolation min16int f9 : TINY0;
    nointerpolation int2 f10 : BONE0;
    nointerpolation int2 f11 : BONE1;
    float2 f12[2] : PATCHUV0;
    nointerpolation bool f13 : FLAG0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f1 = 52 + 11 * vertex;
    o.f2 = 171 + 11 * vertex;
    o.f3.x = 120 + 11 * vertex;
    o.f3.y = 122 + 11 * vertex;
    o.f4.x = 6 + 11 * vertex;
    o.f4.y = 8 + 11 * vertex;
    o.f5 = 188 + 11 * vertex;
    o.f6 = 193 + 11 * vertex;
    o.f7.x = 1 + 11 * vertex;
    o.f7.y = 3 + 11 * vertex;
    o.f8.x = 35 + 11 * vertex;
    o.f8.y = 37 + 11 * vertex;
    o.f9 = -int(137 + 11 * vertex);
    o.f10.x = -int(69 + 11 * vertex);
    o.f10.y = -int(71 + 11 * vertex);
    o.f11.x = -int(74 + 11 * vertex);
    o.f11.y = -int(76 + 11 * vertex);
    o.f13 = (uint(103 + 11 * vertex) & 1) != 0;
    return o;
}
