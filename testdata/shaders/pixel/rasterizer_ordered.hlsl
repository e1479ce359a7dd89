// dxc: -T ps_6_0 -E main
// Catches: rasterizer ordered views of a texture and a buffer.
RasterizerOrderedTexture2D<float4> Blend : register(u1);
RasterizerOrderedByteAddressBuffer Counts : register(u2);

void main(float4 position : SV_Position, float4 colour : COLOR) {
    uint2 p = (uint2)position.xy;
    Blend[p] = lerp(Blend[p], colour, colour.w);
    uint at = (p.y * 64 + p.x) * 4;
    Counts.Store(at, Counts.Load(at) + 1);
}
