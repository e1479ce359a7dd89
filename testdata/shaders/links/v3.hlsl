// dxc: -T vs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    centroid float2 f0[4] : UV0;
    nointerpolation uint f1 : PATCHID0;
    centroid float f2 : FOG0;
    nointerpolation float4 f3 : COLOR0;
    nointerpolation int f4 : TINY0;
    nointerpolation bool f5 : FLAG0;
    float2 f6 : SV_ClipDistance0;
    float2 f7 : SV_ClipDistance1;
    float2 f8 : SV_CullDistance0;
    float2 f9 : PATCHUV0;
    nointerpolation int2 f10[2] : BONE0;
    nointerpolation float4 f11 : COLOR1;
    nointerpolation uint f12 : ID0;
    linear float3 f13 : NORMAL0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0[0].x = 1 + 11 * vertex;
    o.f0[0].y = 3 + 11 * vertex;
    o.f0[1].x = 6 + 11 * vertex;
    o.f0[1].y = 8 + 11 * vertex;
    o.f0[2].x = 11 + 11 * vertex;
    o.f0[2].y = 13 + 11 * vertex;
    o.f0[3].x = 16 + 11 * vertex;
    o.f0[3].y = 18 + 11 * vertex;
    o.f1 = 171 + 11 * vertex;
    o.f2 = 52 + 11 * vertex;
    o.f3.x = 18 + 11 * vertex;
    o.f3.y = 20 + 11 * vertex;
    o.f3.z = 22 + 11 * vertex;
    o.f3.w = 24 + 11 * vertex;
    o.f4 = -int(137 + 11 * vertex);
    o.f5 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f6.x = 188 + 11 * vertex;
    o.f6.y = 190 + 11 * vertex;
    o.f7.x = 193 + 11 * vertex;
    o.f7.y = 195 + 11 * vertex;
    o.f8.x = 205 + 11 * vertex;
    o.f8.y = 207 + 11 * vertex;
    o.f9.x = 154 + 11 * vertex;
    o.f9.y = 156 + 11 * vertex;
    o.f11.x = 23 + 11 * vertex;
    o.f11.y = 25 + 11 * vertex;
    o.f11.z = 27 + 11 * vertex;
    o.f11.w = 29 + 11 * vertex;
    o.f12 = 86 + 11 * vertex;
    o.f13.x = 35 + 11 * vertex;
    o.f13.y = 37 + 11 * vertex;
    o.f13.z = 39 + 11 * vertex;
    return o;
}
