// dxc: -T vs_6_0 -E main
// draw: 3 vertices of a full-screen triangle: only x < 0 (left half) is kept by the clip distance; pairs with pixel/flat_white
// Catches: clip and cull distances, packed together, of several semantics.
struct Output { float4 position : SV_Position; float2 clip : SV_ClipDistance0; float clip1 : SV_ClipDistance1; float cull : SV_CullDistance; };

Output main(uint id : SV_VertexID) {
    float2 uv = float2((id << 1) & 2, id & 2);
    Output o;
    o.position = float4(uv.x * 2 - 1, 1 - uv.y * 2, 0, 1);
    o.clip = float2(-o.position.x, 1);
    o.clip1 = 2;
    o.cull = 1;
    return o;
}
