// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: root SRV t0 raw: 64 words k; root UAV u0 space1 raw; in the heap, four of each: raw SRVs from 16 on, structured SRVs (stride
//       12) from 20, typed R32_UINT SRVs from 24, CBVs {uint4} from 28, 2D 2x2 R32_FLOAT SRVs from 32, raw UAVs from 36, typed
//       R32_UINT UAVs from 40, 2D 4x4 R32_UINT UAVs from 44; two samplers from 3 on; groups 1: u0[i] = word i + y of item i + texel
//       i + z of the row + x sampled at (1.25, 0.25) of those numbered k & 3, sampler k >> 2 & 1; the UAVs k >> 3 & 3 count
// Catches: indices into the heap that differ from lane to lane, for every kind of resource.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), SRV(t0), UAV(u0, space=1)"
struct Item { uint3 v; };
struct Block { uint4 row; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint a = k & 3, b = k >> 3 & 3;
    ByteAddressBuffer words = ResourceDescriptorHeap[NonUniformResourceIndex(16 + a)];
    StructuredBuffer<Item> items = ResourceDescriptorHeap[NonUniformResourceIndex(20 + a)];
    Buffer<uint> texels = ResourceDescriptorHeap[NonUniformResourceIndex(24 + a)];
    ConstantBuffer<Block> block = ResourceDescriptorHeap[NonUniformResourceIndex(28 + a)];
    Texture2D<float> image = ResourceDescriptorHeap[NonUniformResourceIndex(32 + a)];
    SamplerState how = SamplerDescriptorHeap[NonUniformResourceIndex(3 + (k >> 2 & 1))];
    uint x = words.Load(i * 4) + items[i].v.y + texels[i] + block.row.z;
    x += (uint)image.SampleLevel(how, float2(1.25, 0.25), 0);
    Out.Store(i * 4, x);
    RWByteAddressBuffer counts = ResourceDescriptorHeap[NonUniformResourceIndex(36 + b)];
    RWBuffer<uint> cells = ResourceDescriptorHeap[NonUniformResourceIndex(40 + b)];
    RWTexture2D<uint> marks = ResourceDescriptorHeap[NonUniformResourceIndex(44 + b)];
    counts.InterlockedAdd(4, 1);
    InterlockedAdd(cells[1], 1);
    InterlockedAdd(marks[uint2(k & 3, k >> 4 & 3)], 1);
}
