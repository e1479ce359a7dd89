// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation uint f0 : ID0;
    centroid float3 f1 : NORMAL0;
    nointerpolation int2 f2 : BONE1;
    float2 f3 : SV_ClipDistance1;
    nointerpolation bool f4 : FLAG0;
    centroid float2 f5[4] : UV0;
    linear float f6 : FOG0;
    nointerpolation int f7 : TINY0;
    noperspective float4 f8[2] : COLOR0;
    nointerpolation int f9 : BONE0;
    centroid float f10 : SOFT0;
    float2 f11 : SV_ClipDistance0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0 = 86 + 11 * vertex;
    o.f1.x = 35 + 11 * vertex;
    o.f1.y = 37 + 11 * vertex;
    o.f1.z = 39 + 11 * vertex;
    o.f2.x = -int(74 + 11 * vertex);
    o.f2.y = -int(76 + 11 * vertex);
    o.f3.x = 193 + 11 * vertex;
    o.f3.y = 195 + 11 * vertex;
    o.f4 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f5[0].x = 1 + 11 * vertex;
    o.f5[0].y = 3 + 11 * vertex;
    o.f5[1].x = 6 + 11 * vertex;
    o.f5[1].y = 8 + 11 * vertex;
    o.f5[2].x = 11 + 11 * vertex;
    o.f5[2].y = 13 + 11 * vertex;
    o.f5[3].x = 16 + 11 * vertex;
    o.f5[3].y = 18 + 11 * vertex;
    o.f6 = 52 + 11 * vertex;
    o.f7 = -int(137 + 11 * vertex);
    o.f8[0].x = 18 + 11 * vertex;
    o.f8[0].y = 20 + 11 * vertex;
    o.f8[0].z = 22 + 11 * vertex;
    o.f8[0].w = 24 + 11 * vertex;
    o.f8[1].x = 23 + 11 * vertex;
    o.f8[1].y = 25 + 11 * vertex;
    o.f8[1].z = 27 + 11 * vertex;
    o.f8[1].w = 29 + 11 * vertex;
    o.f9 = -int(69 + 11 * vertex);
    o.f10 = 120 + 11 * vertex;
    o.f11.x = 188 + 11 * vertex;
    o.f11.y = 190 + 11 * vertex;
    return o;
}
