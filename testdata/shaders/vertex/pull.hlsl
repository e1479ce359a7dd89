// dxc: -T vs_6_0 -E main
// draw: 3 or more vertices from t0 structured (stride 24) {float2 position; float4 colour}; pairs with pixel/colour_uv
// Catches: vertex pulling from a structured buffer, index buffer read by hand in 16 bits.
struct Vertex { float2 position; float4 colour; };
StructuredBuffer<Vertex> Vertices : register(t0);
ByteAddressBuffer Indexes : register(t1);
struct Output { float4 position : SV_Position; float4 colour : COLOR; float2 uv : TEXCOORD; };

Output main(uint id : SV_VertexID) {
    uint index = (Indexes.Load((id * 2) & ~3u) >> ((id & 1) * 16)) & 0xffff;
    Vertex v = Vertices[index];
    Output o;
    o.position = float4(v.position, 0, 1);
    o.colour = v.colour;
    o.uv = v.position;
    return o;
}
