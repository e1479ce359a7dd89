// dxc: -T cs_6_5 -E main
// dxc[heap]: -T cs_6_6 -E main -D HEAP
// exec: groups 1 of 64; t0 raw: 64 x (u, v, layer, lod, x and y of ddx, x and y of ddy) as floats; t1 2D 64x48 with 7 mips, t2 2D array 32x32x3 with
//       6; u0,space1 feedback map of t1, regions of 8x4: R64_UINT 19x18; u1,space1 map of t2, regions of 4x8: 18x19x3 (with HEAP all but t0 in
//       the heap: t1, t2 at 1 and 2, maps at 3 and 4, the sampler at 5); each thread: t1 with its lod, t2 with its gradients, and once more
//       with the level clamped to 3 from below where the lod is above 4
// Catches: levels, regions and neighbours that a sample accesses, layers, wrapping, levels that do not exist.
ByteAddressBuffer In : register(t0);
#ifdef HEAP
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), SRV(t0)"
[RootSignature(RS)]
#else
Texture2D<float4> Flat : register(t1);
Texture2DArray<float4> Layers : register(t2);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> FlatMap : register(u0, space1);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> LayersMap : register(u1, space1);
SamplerState S : register(s0, space3);
#endif

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
#ifdef HEAP
    Texture2D<float4> Flat = ResourceDescriptorHeap[1];
    Texture2DArray<float4> Layers = ResourceDescriptorHeap[2];
    FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> FlatMap = ResourceDescriptorHeap[3];
    FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> LayersMap = ResourceDescriptorHeap[4];
    SamplerState S = SamplerDescriptorHeap[5];
#endif
    float4 place = asfloat(In.Load4(i * 32));
    float4 sides = asfloat(In.Load4(i * 32 + 16));
    FlatMap.WriteSamplerFeedbackLevel(Flat, S, place.xy, place.w);
    LayersMap.WriteSamplerFeedbackGrad(Layers, S, place.xyz, sides.xy, sides.zw);
    if (place.w > 4)
        LayersMap.WriteSamplerFeedbackGrad(Layers, S, place.xyz, sides.xy, sides.zw, 3);
}
