// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation float f0 : FOG0;
    float4 f1[2] : COLOR0;
    nointerpolation int2 f2 : BONE0;
    nointerpolation bool f3 : FLAG0;
    noperspective float3 f4 : NORMAL0;
    float f5 : SV_ClipDistance1;
    centroid float2 f6[2] : UV0;
    centroid float f7[2] : UV2;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE1;
    nointerpolation uint f10 : ID0;
    float2 f11 : SV_CullDistance0;
    float2 f12 : SV_ClipDistance0;
    nointerpolation min16int f13 : TINY0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 52 + 11 * vertex;
    o.f1[0].x = 18 + 11 * vertex;
    o.f1[0].y = 20 + 11 * vertex;
    o.f1[0].z = 22 + 11 * vertex;
    o.f1[0].w = 24 + 11 * vertex;
    o.f1[1].x = 23 + 11 * vertex;
    o.f1[1].y = 25 + 11 * vertex;
    o.f1[1].z = 27 + 11 * vertex;
    o.f1[1].w = 29 + 11 * vertex;
    o.f2.x = -int(69 + 11 * vertex);
    o.f2.y = -int(71 + 11 * vertex);
    o.f3 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f4.x = 35 + 11 * vertex;
    o.f4.y = 37 + 11 * vertex;
    o.f4.z = 39 + 11 * vertex;
    o.f5 = 193 + 11 * vertex;
    o.f6[0].x = 1 + 11 * vertex;
    o.f6[0].y = 3 + 11 * vertex;
    o.f6[1].x = 6 + 11 * vertex;
    o.f6[1].y = 8 + 11 * vertex;
    o.f7[0] = 11 + 11 * vertex;
    o.f7[1] = 16 + 11 * vertex;
    o.f8.x = 120 + 11 * vertex;
    o.f8.y = 122 + 11 * vertex;
    o.f9.x = -int(74 + 11 * vertex);
    o.f9.y = -int(76 + 11 * vertex);
    o.f10 = 86 + 11 * vertex;
    o.f11.x = 205 + 11 * vertex;
    o.f11.y = 207 + 11 * vertex;
    o.f12.x = 188 + 11 * vertex;
    o.f12.y = 190 + 11 * vertex;
    o.f13 = -int(137 + 11 * vertex);
    return o;
}
