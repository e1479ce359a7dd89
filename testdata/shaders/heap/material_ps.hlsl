// dxc: -T ps_6_6 -E main
// draw: with vertex/texcoord.three; in the heap: 2D 2x2 R32G32B32A32_FLOAT SRVs from 10 on (4), CBVs {float4} from 20 (4), samplers 0 and
//       1; the pixel: the texel right of the edge of texture (x + 2y) & 3, with sampler x & 1, plus its constants
// Catches: indices into the heap that differ within a quad.
#define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED)"
struct Material { float4 add; };

[RootSignature(RS)]
float4 main(float4 p : SV_Position) : SV_Target {
    uint2 at = uint2(p.xy);
    uint k = (at.x + 2 * at.y) & 3;
    Texture2D<float4> image = ResourceDescriptorHeap[NonUniformResourceIndex(10 + k)];
    ConstantBuffer<Material> material = ResourceDescriptorHeap[NonUniformResourceIndex(20 + k)];
    SamplerState how = SamplerDescriptorHeap[NonUniformResourceIndex(at.x & 1)];
    return image.SampleLevel(how, float2(1.25, 0.25), 0) + material.add;
}
