// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float2 f0 : SV_ClipDistance1;
    linear float4 f1 : COLOR0;
    centroid min16float2 f2 : SOFT0;
    nointerpolation float3 f3 : NORMAL0;
    float f4 : SV_ClipDistance0;
    nointerpolation uint f5 : PATCHID0;
    float2 f6[3] : UV0;
    nointerpolation int2 f7 : BONE0;
    float2 f8 : UV3;
    centroid float f9 : FOG0;
    float2 f10 : SV_CullDistance0;
    nointerpolation uint f11 : ID0;
    float2 f12[2] : PATCHUV0;
    nointerpolation bool f13 : FLAG0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0.x = 193 + 11 * vertex;
    o.f0.y = 195 + 11 * vertex;
    o.f1.x = 18 + 11 * vertex;
    o.f1.y = 20 + 11 * vertex;
    o.f1.z = 22 + 11 * vertex;
    o.f1.w = 24 + 11 * vertex;
    o.f2.x = 120 + 11 * vertex;
    o.f2.y = 122 + 11 * vertex;
    o.f3.x = 35 + 11 * vertex;
    o.f3.y = 37 + 11 * vertex;
    o.f3.z = 39 + 11 * vertex;
    o.f4 = 188 + 11 * vertex;
    o.f5 = 171 + 11 * vertex;
    o.f6[0].x = 1 + 11 * vertex;
    o.f6[0].y = 3 + 11 * vertex;
    o.f6[1].x = 6 + 11 * vertex;
    o.f6[1].y = 8 + 11 * vertex;
    o.f6[2].x = 11 + 11 * vertex;
    o.f6[2].y = 13 + 11 * vertex;
    o.f7.x = -int(69 + 11 * vertex);
    o.f7.y = -int(71 + 11 * vertex);
    o.f8.x = 16 + 11 * vertex;
    o.f8.y = 18 + 11 * vertex;
    o.f9 = 52 + 11 * vertex;
    o.f10.x = 205 + 11 * vertex;
    o.f10.y = 207 + 11 * vertex;
    o.f11 = 86 + 11 * vertex;
    o.f12[0].x = 154 + 11 * vertex;
    o.f12[0].y = 156 + 11 * vertex;
    o.f12[1].x = 159 + 11 * vertex;
    o.f12[1].y = 161 + 11 * vertex;
    o.f13 = (uint(103 + 11 * vertex) & 1) != 0;
    return o;
}
