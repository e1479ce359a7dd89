// dxc: -T cs_6_6 -E main
// exec: table 0: raw SRVs t3 (4) at offset 2, CBV b1 behind them; table 1: sampler s2; root CBV b0 {first}; root UAV u0 raw; in the
//       heap: raw SRV at first, 2D 1x1 R32_FLOAT SRV at first + 1; groups 1: u0[i] = word i of t[3 + (i & 3)] + b1.y + word i of
//       the raw SRV + the texel, sampled with s2
// Catches: resources by register in shader model 6.6, beside others from the heap by index.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), DescriptorTable(SRV(t3, numDescriptors=4, offset=2), CBV(b1)), DescriptorTable(Sampler(s2)), CBV(b0), UAV(u0)"
ByteAddressBuffer Words[4] : register(t3);
cbuffer Q : register(b1) { uint x, y; };
SamplerState How : register(s2);
cbuffer P : register(b0) { uint first; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    ByteAddressBuffer words = ResourceDescriptorHeap[first];
    Texture2D<float> image = ResourceDescriptorHeap[first + 1];
    uint sum = Words[NonUniformResourceIndex(i & 3)].Load(i * 4) + y + words.Load(i * 4);
    Out.Store(i * 4, sum + (uint)image.SampleLevel(How, 0.5, 0));
}
