// dxc: -T vs_6_2 -E main -Qstrip_reflect
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    float2 f0[4] : UV0;
    noperspective float4 f1 : COLOR0;
    float2 f2 : SV_ClipDistance1;
    nointerpolation int2 f3 : BONE0;
    nointerpolation uint f4 : PATCHID0;
    float f5 : SV_ClipDistance0;
    float2 f6 : PATCHUV1;
    nointerpolation uint f7 : ID0;
    noperspective float3 f8 : NORMAL0;
    nointerpolation int f9 : TINY0;
    nointerpolation bool f10 : FLAG0;
    float2 f11 : PATCHUV0;
    centroid float f12 : FOG0;
    nointerpolation int2 f13 : BONE1;
    nointerpolation min16float2 f14 : SOFT0;
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
    o.f0[3].x = 16 + 11 * vertex;
    o.f0[3].y = 18 + 11 * vertex;
    o.f1.x = 18 + 11 * vertex;
    o.f1.y = 20 + 11 * vertex;
    o.f1.z = 22 + 11 * vertex;
    o.f1.w = 24 + 11 * vertex;
    o.f2.x = 193 + 11 * vertex;
    o.f2.y = 195 + 11 * vertex;
    o.f3.x = -int(69 + 11 * vertex);
    o.f3.y = -int(71 + 11 * vertex);
    o.f4 = 171 + 11 * vertex;
    o.f5 = 188 + 11 * vertex;
    o.f6.x = 159 + 11 * vertex;
    o.f6.y = 161 + 11 * vertex;
    o.f7 = 86 + 11 * vertex;
    o.f8.x = 35 + 11 * vertex;
    o.f8.y = 37 + 11 * vertex;
    o.f8.z = 39 + 11 * vertex;
    o.f9 = -int(137 + 11 * vertex);
    o.f10 = (uint(103 + 11 * vertex) & 1) != 0;
    o.f11.x = 154 + 11 * vertex;
    o.f11.y = 156 + 11 * vertex;
    o.f12 = 52 + 11 * vertex;
    o.f13.x = -int(74 + 11 * vertex);
    o.f13.y = -int(76 + 11 * vertex);
    o.f14.x = 120 + 11 * vertex;
    o.f14.y = 122 + 11 * vertex;
    return o;
}
