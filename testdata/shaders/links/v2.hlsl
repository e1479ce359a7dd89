// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    noperspective float2 f0 : UV0;
    centroid float f1 : FOG0;
    nointerpolation uint f2 : ID0;
    nointerpolation int2 f3[2] : BONE0;
    nointerpolation bool f4 : FLAG0;
    float4 f5 : COLOR1;
    float f6 : SV_ClipDistance0;
    noperspective float2 f7 : UV2;
    nointerpolation float3 f8 : NORMAL0;
    nointerpolation int f9 : TINY0;
    nointerpolation float2 f10[2] : PATCHUV0;
    nointerpolation uint f11 : PATCHID0;
    float2 f12 : SV_ClipDistance1;
    centroid min16float2 f13 : SOFT0;
    noperspective float f14 : UV3;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0.x = 1 + 11 * vertex;
    o.f0.y = 3 + 11 * vertex;
    o.f1 = 52 + 11 * vertex;
    o.f2 = 86 + 11 * vertex;
    o.f3[0].x = -int(69 + 11 * vertex);
    o.f3[0].y = -int(71 + 11 * vertex);
    o.f3[1].x = -int(74 + 11 * vertex);
    o.f3[1].y = -int(76 + 11 * vertex);
    o.f4 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f5.x = 23 + 11 * vertex;
    o.f5.y = 25 + 11 * vertex;
    o.f5.z = 27 + 11 * vertex;
    o.f5.w = 29 + 11 * vertex;
    o.f6 = 188 + 11 * vertex;
    o.f8.x = 35 + 11 * vertex;
    o.f8.y = 37 + 11 * vertex;
    o.f8.z = 39 + 11 * vertex;
    o.f9 = -int(137 + 11 * vertex);
    o.f10[0].x = 154 + 11 * vertex;
    o.f10[0].y = 156 + 11 * vertex;
    o.f10[1].x = 159 + 11 * vertex;
    o.f10[1].y = 161 + 11 * vertex;
    o.f11 = 171 + 11 * vertex;
    o.f12.x = 193 + 11 * vertex;
    o.f12.y = 195 + 11 * vertex;
    o.f13.x = 120 + 11 * vertex;
    o.f13.y = 122 + 11 * vertex;
    return o;
}
