// dxc: -T ps_6_0 -E main
// draw: pixel (x, y) is the color of cbuffer x & 3 of b0..b3,space2; pairs with vertex/unwritten
// Catches: a constant buffer that an input chooses, without a word that lanes differ in it; an input that is read where nothing
// wrote it, if a constant says so.
struct Block { float4 color; uint reads; };
ConstantBuffer<Block> Blocks[4] : register(b0, space2);

float4 main(float3 unwritten : UNWRITTEN, float4 p : SV_Position) : SV_Target {
    Block block = Blocks[(uint)p.x & 3];
    return block.reads ? float4(unwritten, 0) : block.color;
}
