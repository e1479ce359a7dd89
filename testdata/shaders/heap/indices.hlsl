// dxc: -T cs_6_6 -E main
// exec: root SRV t0 raw: 64 words k; root UAV u0 raw: words 2i = word 0 of the raw SRV at heap index k, 2i + 1 = red of the 2D
//       R32_FLOAT SRV at heap index 3, sampled left of it by the sampler at heap index k
// Catches: indices into the heaps beyond their sizes.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), SRV(t0), UAV(u0)"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    ByteAddressBuffer words = ResourceDescriptorHeap[NonUniformResourceIndex(k)];
    Texture2D<float> image = ResourceDescriptorHeap[3];
    SamplerState how = SamplerDescriptorHeap[NonUniformResourceIndex(k)];
    Out.Store2(i * 8, uint2(words.Load(0), (uint)image.SampleLevel(how, float2(-0.5, 0.5), 0)));
}
