// dxc: -T cs_6_0 -E main
// exec: groups 1; b0..b3,space2: 4 cbuffers {float4 scale; uint bias}; t0 raw: 64 uints; u0,space1 raw: 64 words:
//       k * scale.y (as uint) + bias of cbuffer k & 3
// Catches: ConstantBuffer<T> arrays indexed at run time, non-uniformly.
struct Block { float4 scale; uint bias; };
ConstantBuffer<Block> Blocks[4] : register(b0, space2);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint n = NonUniformResourceIndex(k & 3);
    Out.Store(i * 4, (uint)(k * Blocks[n].scale.y) + Blocks[n].bias);
}
