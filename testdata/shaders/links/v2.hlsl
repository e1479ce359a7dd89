// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types -pack-optimized
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float4 f0 : COLOR1;
    nointerpolation float2 f1[2] : PATCHUV0;
    noperspective float f2 : UV3;
    noperspective float2 f3 : UV0;
    nointerpolation uint f4 : PATCHID0;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6[2] : BONE0;
    noperspective float2 f7 : UV2;
    float2 f8 : SV_ClipDistance1;
    nointerpolation int f9 : TINY0;
    nointerpolation float3 f10 : NORMAL0;
    centroid float f11 : FOG0;
    float f12 : SV_ClipDistance0;
    centroid min16float2 f13 : SOFT0;
    float2 f14 : SV_CullDistance0;
    nointerpolation uint f15 : ID0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0.x = 23 + 11 * vertex;
    o.f0.y = 25 + 11 * vertex;
    o.f0.z = 27 + 11 * vertex;
    o.f0.w = 29 + 11 * vertex;
    o.f1[0].x = 154 + 11 * vertex;
    o.f1[0].y = 156 + 11 * vertex;
    o.f1[1].x = 159 + 11 * vertex;
    o.f1[1].y = 161 + 11 * vertex;
    o.f3.x = 1 + 11 * vertex;
    o.f3.y = 3 + 11 * vertex;
    o.f4 = 171 + 11 * vertex;
    o.f5 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f6[0].x = -int(69 + 11 * vertex);
    o.f6[0].y = -int(71 + 11 * vertex);
    o.f6[1].x = -int(74 + 11 * vertex);
    o.f6[1].y = -int(76 + 11 * vertex);
    o.f8.x = 193 + 11 * vertex;
    o.f8.y = 195 + 11 * vertex;
    o.f9 = -int(137 + 11 * vertex);
    o.f10.x = 35 + 11 * vertex;
    o.f10.y = 37 + 11 * vertex;
    o.f10.z = 39 + 11 * vertex;
    o.f11 = 52 + 11 * vertex;
    o.f12 = 188 + 11 * vertex;
    o.f13.x = 120 + 11 * vertex;
    o.f13.y = 122 + 11 * vertex;
    o.f14.x = 205 + 11 * vertex;
    o.f14.y = 207 + 11 * vertex;
    o.f15 = 86 + 11 * vertex;
    return o;
}
