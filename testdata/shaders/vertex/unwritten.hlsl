// dxc: -T vs_6_0 -E main
// draw: a triangle over everything; pairs with pixel/by_input
// Catches: an output that is never written, which the next stage has as an input.
void main(uint id : SV_VertexID, out float3 unwritten : UNWRITTEN, out float4 p : SV_Position) {
    p = float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
}
