// dxc: -T cs_6_6 -E main
// exec: root constants b0: heap indices of a raw SRV, typed R32_UINT SRV, 2D R32_UINT SRV, CBV, structured UAV (stride 4) with
//       counter, typed R32_UINT UAV, 2D R32_UINT UAV; root UAV u0 raw; groups 1,1,1 of one: words 0 to 7 = word 1, texel 1,
//       texel (1, 0), word 1 of the SRVs and the CBV, the counter incremented, element 1 and texel 1 and texel (1, 0) of the UAVs,
//       which are set to 77, 78 and 79
// Catches: checks of every type of descriptor.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), RootConstants(num32BitConstants=7, b0), UAV(u0)"
struct Indices { uint words, texels, image, block, counted, cells, marks; };
ConstantBuffer<Indices> P : register(b0);
RWByteAddressBuffer Out : register(u0);
struct Block { uint a, b; };

[RootSignature(RS)]
[numthreads(1, 1, 1)]
void main() {
    ByteAddressBuffer words = ResourceDescriptorHeap[P.words];
    Buffer<uint> texels = ResourceDescriptorHeap[P.texels];
    Texture2D<uint> image = ResourceDescriptorHeap[P.image];
    ConstantBuffer<Block> block = ResourceDescriptorHeap[P.block];
    RWStructuredBuffer<uint> counted = ResourceDescriptorHeap[P.counted];
    RWBuffer<uint> cells = ResourceDescriptorHeap[P.cells];
    RWTexture2D<uint> marks = ResourceDescriptorHeap[P.marks];
    Out.Store4(0, uint4(words.Load(4), texels[1], image.Load(int3(1, 0, 0)), block.b));
    Out.Store4(16, uint4(counted.IncrementCounter(), counted[1], cells[1], marks[uint2(1, 0)]));
    counted[1] = 77;
    cells[1] = 78;
    marks[uint2(1, 0)] = 79;
}
