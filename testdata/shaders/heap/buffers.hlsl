// dxc: -T cs_6_6 -E main
// exec: root constants b0: first, step; root UAV u0 space1 raw; in the heap: raw SRV at first, structured SRV (stride 12) at first +
//       step, typed R32_UINT SRV at 5, CBV of two uint4 at 9, raw UAV at 7 + step, structured UAV (stride 8) at 8, typed R32_UINT
//       UAV at first + 9; groups 1: u0[i] = raw[i] + z of item i + typed[63 - i] + component i & 3 of the second row; word i of
//       the raw UAV is added to, pair i and texel i are written
// Catches: every kind of buffer of the heap, at constant and at uniform indices.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), RootConstants(num32BitConstants=2, b0), UAV(u0, space=1)"
struct Item { uint3 v; };
struct Block { uint4 a, b; };
cbuffer P : register(b0) { uint first, step; };
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    ByteAddressBuffer raw = ResourceDescriptorHeap[first];
    StructuredBuffer<Item> items = ResourceDescriptorHeap[first + step];
    Buffer<uint> typed = ResourceDescriptorHeap[5];
    ConstantBuffer<Block> block = ResourceDescriptorHeap[9];
    RWByteAddressBuffer words = ResourceDescriptorHeap[7 + step];
    RWStructuredBuffer<uint2> pairs = ResourceDescriptorHeap[8];
    RWBuffer<uint> cells = ResourceDescriptorHeap[first + 9];
    uint x = raw.Load(i * 4);
    uint sum = x + items[i].v.z + typed[63 - i] + block.b[i & 3];
    Out.Store(i * 4, sum);
    words.InterlockedAdd(i * 4, x);
    pairs[i] = uint2(sum, i);
    cells[i] = typed[i] ^ block.a.w;
}
