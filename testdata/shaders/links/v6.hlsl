// dxc: -T vs_6_2 -E main -Qstrip_reflect -enable-16bit-types
// draw: a stage of the chains that tests/src/links describes; its generator wrote this
// Catches: elements that are elsewhere in the stage before, or narrower, or not there.
struct Output {
    float4 position : SV_Position;
    nointerpolation int2 f0[2] : BONE0;
    centroid float3 f1 : NORMAL0;
    linear float f2 : PATCHUV0;
    centroid min16float2 f3 : SOFT0;
    float2 f4 : SV_ClipDistance0;
    centroid float2 f5[2] : UV2;
    nointerpolation uint f6 : ID0;
    centroid float2 f7 : UV1;
    linear float f8 : PATCHUV1;
    linear float f9 : FOG0;
    linear float4 f10[2] : COLOR0;
    float2 f11 : SV_ClipDistance1;
    nointerpolation bool f12 : FLAG0;
};
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)
        : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);
    o.f0[0].x = -int(69 + 11 * vertex);
    o.f0[0].y = -int(71 + 11 * vertex);
    o.f0[1].x = -int(74 + 11 * vertex);
    o.f0[1].y = -int(76 + 11 * vertex);
    o.f1.x = 35 + 11 * vertex;
    o.f1.y = 37 + 11 * vertex;
    o.f1.z = 39 + 11 * vertex;
    o.f2 = 154 + 11 * vertex;
    o.f3.x = 120 + 11 * vertex;
    o.f3.y = 122 + 11 * vertex;
    o.f4.x = 188 + 11 * vertex;
    o.f4.y = 190 + 11 * vertex;
    o.f5[0].x = 11 + 11 * vertex;
    o.f5[0].y = 13 + 11 * vertex;
    o.f5[1].x = 16 + 11 * vertex;
    o.f5[1].y = 18 + 11 * vertex;
    o.f6 = 86 + 11 * vertex;
    o.f7.x = 6 + 11 * vertex;
    o.f7.y = 8 + 11 * vertex;
    o.f8 = 159 + 11 * vertex;
    o.f9 = 52 + 11 * vertex;
    o.f10[0].x = 18 + 11 * vertex;
    o.f10[0].y = 20 + 11 * vertex;
    o.f10[0].z = 22 + 11 * vertex;
    o.f10[0].w = 24 + 11 * vertex;
    o.f10[1].x = 23 + 11 * vertex;
    o.f10[1].y = 25 + 11 * vertex;
    o.f10[1].z = 27 + 11 * vertex;
    o.f10[1].w = 29 + 11 * vertex;
    o.f11.x = 193 + 11 * vertex;
    o.f11.y = 195 + 11 * vertex;
    o.f12 = (uint(103 + 11 * vertex) & 1) != 0;
    return o;
}
