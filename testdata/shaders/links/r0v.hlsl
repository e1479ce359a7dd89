// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float4 f0[2] : COLOR0;
    nointerpolation min16int f1 : TINY0;
    nointerpolation float f2 : FOG0;
    float f3 : SV_ClipDistance1;
    centroid float f4[2] : UV2;
    nointerpolation bool f5 : FLAG0;
    nointerpolation int2 f6 : BONE1;
    nointerpolation uint f7 : ID0;
    linear float2 f8 : SOFT0;
    nointerpolation int2 f9 : BONE0;
    noperspective float3 f10 : NORMAL0;
    float2 f11 : SV_ClipDistance0;
    centroid float2 f12[2] : UV0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0[0].x = 18 + 11 * vertex;
    o.f0[0].y = 20 + 11 * vertex;
    o.f0[0].z = 22 + 11 * vertex;
    o.f0[0].w = 24 + 11 * vertex;
    o.f0[1].x = 23 + 11 * vertex;
    o.f0[1].y = 25 + 11 * vertex;
    o.f0[1].z = 27 + 11 * vertex;
    o.f0[1].w = 29 + 11 * vertex;
    o.f1 = -int(137 + 11 * vertex);
    o.f2 = 52 + 11 * vertex;
    o.f3 = 193 + 11 * vertex;
    o.f4[0] = 11 + 11 * vertex;
    o.f4[1] = 16 + 11 * vertex;
    o.f5 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f6.x = -int(74 + 11 * vertex);
    o.f6.y = -int(76 + 11 * vertex);
    o.f7 = 86 + 11 * vertex;
    o.f8.x = 120 + 11 * vertex;
    o.f8.y = 122 + 11 * vertex;
    o.f9.x = -int(69 + 11 * vertex);
    o.f9.y = -int(71 + 11 * vertex);
    o.f10.x = 35 + 11 * vertex;
    o.f10.y = 37 + 11 * vertex;
    o.f10.z = 39 + 11 * vertex;
    o.f11.x = 188 + 11 * vertex;
    o.f11.y = 190 + 11 * vertex;
    o.f12[0].x = 1 + 11 * vertex;
    o.f12[0].y = 3 + 11 * vertex;
    o.f12[1].x = 6 + 11 * vertex;
    o.f12[1].y = 8 + 11 * vertex;
    return o;
}
