// dxc: -T vs_6_2 -E main -Qstrip_reflect -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    nointerpolation uint f1 : PATCHID0;
    centroid float f2 : FOG0;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    float f5 : SV_ClipDistance0;
    nointerpolation int f6 : TINY0;
    noperspective float4 f7 : COLOR0;
    nointerpolation int2 f8 : BONE1;
    nointerpolation min16float2 f9 : SOFT0;
    float2 f10[4] : UV0;
    float2 f11 : PATCHUV0;
    noperspective float3 f12 : NORMAL0;
    float2 f13 : PATCHUV1;
    float2 f14 : SV_CullDistance0;
    nointerpolation int2 f15 : BONE0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 86 + 11 * vertex;
    o.f1 = 171 + 11 * vertex;
    o.f2 = 52 + 11 * vertex;
    o.f3.x = 193 + 11 * vertex;
    o.f3.y = 195 + 11 * vertex;
    o.f4 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f5 = 188 + 11 * vertex;
    o.f6 = -int(137 + 11 * vertex);
    o.f7.x = 18 + 11 * vertex;
    o.f7.y = 20 + 11 * vertex;
    o.f7.z = 22 + 11 * vertex;
    o.f7.w = 24 + 11 * vertex;
    o.f8.x = -int(74 + 11 * vertex);
    o.f8.y = -int(76 + 11 * vertex);
    o.f9.x = 120 + 11 * vertex;
    o.f9.y = 122 + 11 * vertex;
    o.f10[0].x = 1 + 11 * vertex;
    o.f10[0].y = 3 + 11 * vertex;
    o.f10[1].x = 6 + 11 * vertex;
    o.f10[1].y = 8 + 11 * vertex;
    o.f10[2].x = 11 + 11 * vertex;
    o.f10[2].y = 13 + 11 * vertex;
    o.f10[3].x = 16 + 11 * vertex;
    o.f10[3].y = 18 + 11 * vertex;
    o.f11.x = 154 + 11 * vertex;
    o.f11.y = 156 + 11 * vertex;
    o.f12.x = 35 + 11 * vertex;
    o.f12.y = 37 + 11 * vertex;
    o.f12.z = 39 + 11 * vertex;
    o.f13.x = 159 + 11 * vertex;
    o.f13.y = 161 + 11 * vertex;
    o.f14.x = 205 + 11 * vertex;
    o.f14.y = 207 + 11 * vertex;
    o.f15.x = -int(69 + 11 * vertex);
    o.f15.y = -int(71 + 11 * vertex);
    return o;
}
