// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float2 f0[3] : UV0;
    linear float4 f1 : COLOR0;
    nointerpolation bool f2 : FLAG0;
    nointerpolation uint f3 : PATCHID0;
    centroid float f4 : FOG0;
    nointerpolation int2 f5 : BONE0;
    float f6 : SV_ClipDistance0;
    nointerpolation float3 f7 : NORMAL0;
    nointerpolation uint f8 : ID0;
    float2 f9 : SV_ClipDistance1;
    centroid min16float2 f10 : SOFT0;
    float2 f11 : UV3;
    float2 f12[2] : PATCHUV0;
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
    o.f1.x = 18 + 11 * vertex;
    o.f1.y = 20 + 11 * vertex;
    o.f1.z = 22 + 11 * vertex;
    o.f1.w = 24 + 11 * vertex;
    o.f2 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f3 = 171 + 11 * vertex;
    o.f4 = 52 + 11 * vertex;
    o.f5.x = -int(69 + 11 * vertex);
    o.f5.y = -int(71 + 11 * vertex);
    o.f6 = 188 + 11 * vertex;
    o.f7.x = 35 + 11 * vertex;
    o.f7.y = 37 + 11 * vertex;
    o.f7.z = 39 + 11 * vertex;
    o.f8 = 86 + 11 * vertex;
    o.f9.x = 193 + 11 * vertex;
    o.f9.y = 195 + 11 * vertex;
    o.f10.x = 120 + 11 * vertex;
    o.f10.y = 122 + 11 * vertex;
    o.f11.x = 16 + 11 * vertex;
    o.f11.y = 18 + 11 * vertex;
    o.f12[0].x = 154 + 11 * vertex;
    o.f12[0].y = 156 + 11 * vertex;
    o.f12[1].x = 159 + 11 * vertex;
    o.f12[1].y = 161 + 11 * vertex;
    return o;
}
