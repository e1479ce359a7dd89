// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation bool f0 : FLAG0;
    float f1 : SV_CullDistance0;
    noperspective float3 f2 : NORMAL0;
    nointerpolation int2 f3[2] : BONE0;
    float2 f4 : SOFT0;
    float2 f5 : SV_ClipDistance0;
    centroid float4 f6 : COLOR1;
    float2 f7[3] : UV1;
    nointerpolation min16int f8 : TINY0;
    noperspective float f9 : FOG0;
    float2 f10 : UV0;
    centroid float4 f11 : COLOR0;
    float2 f12 : SV_ClipDistance1;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f1 = 205 + 11 * vertex;
    o.f2.x = 35 + 11 * vertex;
    o.f2.y = 37 + 11 * vertex;
    o.f2.z = 39 + 11 * vertex;
    o.f3[0].x = -int(69 + 11 * vertex);
    o.f3[0].y = -int(71 + 11 * vertex);
    o.f3[1].x = -int(74 + 11 * vertex);
    o.f3[1].y = -int(76 + 11 * vertex);
    o.f4.x = 120 + 11 * vertex;
    o.f4.y = 122 + 11 * vertex;
    o.f5.x = 188 + 11 * vertex;
    o.f5.y = 190 + 11 * vertex;
    o.f6.x = 23 + 11 * vertex;
    o.f6.y = 25 + 11 * vertex;
    o.f6.z = 27 + 11 * vertex;
    o.f6.w = 29 + 11 * vertex;
    o.f7[0].x = 6 + 11 * vertex;
    o.f7[0].y = 8 + 11 * vertex;
    o.f7[1].x = 11 + 11 * vertex;
    o.f7[1].y = 13 + 11 * vertex;
    o.f7[2].x = 16 + 11 * vertex;
    o.f7[2].y = 18 + 11 * vertex;
    o.f8 = -int(137 + 11 * vertex);
    o.f9 = 52 + 11 * vertex;
    o.f10.x = 1 + 11 * vertex;
    o.f10.y = 3 + 11 * vertex;
    o.f11.x = 18 + 11 * vertex;
    o.f11.y = 20 + 11 * vertex;
    o.f11.z = 22 + 11 * vertex;
    o.f11.w = 24 + 11 * vertex;
    o.f12.x = 193 + 11 * vertex;
    o.f12.y = 195 + 11 * vertex;
    return o;
}
