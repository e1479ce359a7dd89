// dxc: -T cs_6_6 -E main
// exec: root constants b0: first, how; root UAV u0 space1 raw; in the heap: 2D 4x4 R32_FLOAT SRV at first, 2D array 4x4x2 at first +
//       1, 3D 4x4x4 at 20, 2D 8x8 R32_UINT UAV at first + 4, 2D array 8x8x2 R32_FLOAT UAV at 30, samplers at how and 5; groups 1 of
//       8x8: u0[i] = texels of the three: sampled with the first sampler right of the edge, with the second below the edge of
//       layer y & 1, loaded at (x, y, x ^ y) / 2; the UAVs take marks
// Catches: textures and samplers of the heap.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), RootConstants(num32BitConstants=2, b0), UAV(u0, space=1)"
cbuffer P : register(b0) { uint first, how; };
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID, uint i : SV_GroupIndex) {
    Texture2D<float> flat = ResourceDescriptorHeap[first];
    Texture2DArray<float> layers = ResourceDescriptorHeap[first + 1];
    Texture3D<float> volume = ResourceDescriptorHeap[20];
    RWTexture2D<uint> marks = ResourceDescriptorHeap[first + 4];
    RWTexture2DArray<float> drawn = ResourceDescriptorHeap[30];
    SamplerState one = SamplerDescriptorHeap[how];
    SamplerState other = SamplerDescriptorHeap[5];
    float2 uv = (p + 0.5) / 4;
    float a = flat.SampleLevel(one, uv, 0);
    float b = layers.SampleLevel(other, float3(uv, p.y & 1), 0);
    float c = volume[uint3(p, p.x ^ p.y) / 2];
    Out.Store3(i * 12, uint3(a, b, c));
    InterlockedAdd(marks[p.yx], i + 1);
    drawn[uint3(p, p.x & 1)] = c + 1;
}
