// dxc: -T vs_6_0 -E main
// draw: 3 vertices, no buffers: covers the whole target, uv (0,0) at the top left to (1,1); pairs with big/edge_blur
// Catches: SV_VertexID alone as input; outputs behind the position.
struct Output { float4 position : SV_Position; float2 uv : TEXCOORD; };

Output main(uint id : SV_VertexID) {
    Output o;
    o.uv = float2((id << 1) & 2, id & 2);
    o.position = float4(o.uv.x * 2 - 1, 1 - o.uv.y * 2, 0.5, 1);
    return o;
}
