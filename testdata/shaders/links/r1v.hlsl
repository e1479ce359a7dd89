// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    centroid float4 f0 : COLOR0;
    float2 f1 : SV_ClipDistance1;
    nointerpolation bool f2 : FLAG0;
    noperspective float3 f3 : NORMAL0;
    float2 f4 : UV0;
    centroid float4 f5 : COLOR1;
    noperspective float f6 : FOG0;
    nointerpolation int2 f7[2] : BONE0;
    float2 f8 : SOFT0;
    float2 f9[3] : UV1;
    float2 f10 : SV_ClipDistance0;
    nointerpolation min16int f11 : TINY0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0.x = 18 + 11 * vertex;
    o.f0.y = 20 + 11 * vertex;
    o.f0.z = 22 + 11 * vertex;
    o.f0.w = 24 + 11 * vertex;
    o.f1.x = 193 + 11 * vertex;
    o.f1.y = 195 + 11 * vertex;
    o.f2 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f3.x = 35 + 11 * vertex;
    o.f3.y = 37 + 11 * vertex;
    o.f3.z = 39 + 11 * vertex;
    o.f4.x = 1 + 11 * vertex;
    o.f4.y = 3 + 11 * vertex;
    o.f5.x = 23 + 11 * vertex;
    o.f5.y = 25 + 11 * vertex;
    o.f5.z = 27 + 11 * vertex;
    o.f5.w = 29 + 11 * vertex;
    o.f6 = 52 + 11 * vertex;
    o.f7[0].x = -int(69 + 11 * vertex);
    o.f7[0].y = -int(71 + 11 * vertex);
    o.f7[1].x = -int(74 + 11 * vertex);
    o.f7[1].y = -int(76 + 11 * vertex);
    o.f8.x = 120 + 11 * vertex;
    o.f8.y = 122 + 11 * vertex;
    o.f9[0].x = 6 + 11 * vertex;
    o.f9[0].y = 8 + 11 * vertex;
    o.f9[1].x = 11 + 11 * vertex;
    o.f9[1].y = 13 + 11 * vertex;
    o.f9[2].x = 16 + 11 * vertex;
    o.f9[2].y = 18 + 11 * vertex;
    o.f10.x = 188 + 11 * vertex;
    o.f10.y = 190 + 11 * vertex;
    o.f11 = -int(137 + 11 * vertex);
    return o;
}
