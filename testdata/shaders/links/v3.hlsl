// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation int2 f0[2] : BONE0;
    nointerpolation float4 f1 : COLOR1;
    nointerpolation uint f2 : ID0;
    float2 f3 : PATCHUV0;
    nointerpolation uint f4 : PATCHID0;
    float2 f5 : SV_ClipDistance1;
    nointerpolation bool f6 : FLAG0;
    nointerpolation float4 f7 : COLOR0;
    centroid float2 f8[4] : UV0;
    nointerpolation int f9 : TINY0;
    centroid float f10 : FOG0;
    float2 f11 : SV_ClipDistance0;
    linear float3 f12 : NORMAL0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f1.x = 23 + 11 * vertex;
    o.f1.y = 25 + 11 * vertex;
    o.f1.z = 27 + 11 * vertex;
    o.f1.w = 29 + 11 * vertex;
    o.f2 = 86 + 11 * vertex;
    o.f3.x = 154 + 11 * vertex;
    o.f3.y = 156 + 11 * vertex;
    o.f4 = 171 + 11 * vertex;
    o.f5.x = 193 + 11 * vertex;
    o.f5.y = 195 + 11 * vertex;
    o.f6 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f7.x = 18 + 11 * vertex;
    o.f7.y = 20 + 11 * vertex;
    o.f7.z = 22 + 11 * vertex;
    o.f7.w = 24 + 11 * vertex;
    o.f8[0].x = 1 + 11 * vertex;
    o.f8[0].y = 3 + 11 * vertex;
    o.f8[1].x = 6 + 11 * vertex;
    o.f8[1].y = 8 + 11 * vertex;
    o.f8[2].x = 11 + 11 * vertex;
    o.f8[2].y = 13 + 11 * vertex;
    o.f8[3].x = 16 + 11 * vertex;
    o.f8[3].y = 18 + 11 * vertex;
    o.f9 = -int(137 + 11 * vertex);
    o.f10 = 52 + 11 * vertex;
    o.f11.x = 188 + 11 * vertex;
    o.f11.y = 190 + 11 * vertex;
    o.f12.x = 35 + 11 * vertex;
    o.f12.y = 37 + 11 * vertex;
    o.f12.z = 39 + 11 * vertex;
    return o;
}
