// dxc: -T vs_6_8 -E main
// draw: 3 vertices, no buffers, of any first vertex and first instance; pairs with pixel/starts
// Catches: starts that are mixed up, or that are in SV_VertexID.
struct Output { float4 position : SV_Position; nointerpolation int2 starts : STARTS; };

Output main(uint vertex : SV_VertexID, int first : SV_StartVertexLocation, uint instance : SV_StartInstanceLocation) {
    Output o;
    o.position = float4(vertex == 1 ? 3 : -1, vertex == 2 ? 3 : -1, 0, 1);
    o.starts = int2(first, instance);
    return o;
}
