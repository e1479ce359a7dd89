// dxc: -T vs_6_0 -E main
// draw: as `vertex/starts`, 100 more for each draw before in the first word
// Catches: one start for another, a number of the draw that is one of the instance.
RWByteAddressBuffer Amd : register(u0, space2147420894);
struct Output { float4 position : SV_Position; nointerpolation int2 starts : STARTS; };

uint Part(uint op) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | op, 0, 0, result);
    return result;
}
Output main(uint vertex : SV_VertexID) {
    Output o;
    o.position = float4(vertex == 1 ? 3 : -1, vertex == 2 ? 3 : -1, 0, 1);
    o.starts = int2(Part(0x1b) + 100 * Part(0x17), Part(0x1a));
    return o;
}
