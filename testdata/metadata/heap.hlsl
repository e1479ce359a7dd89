// dxc: -T cs_6_6 -E main
// Resources from the descriptor heaps, and the constants that describe them.
struct Item
{
    float4 value;
    uint id;
};

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Texture2D<float2> tex = ResourceDescriptorHeap[id.x];
    SamplerState state = SamplerDescriptorHeap[id.y];
    SamplerComparisonState compare = SamplerDescriptorHeap[3];
    ConstantBuffer<Item> constants = ResourceDescriptorHeap[7];
    StructuredBuffer<Item> items = ResourceDescriptorHeap[8];
    globallycoherent RWTexture2D<uint> target = ResourceDescriptorHeap[NonUniformResourceIndex(id.z)];
    RWByteAddressBuffer raw = ResourceDescriptorHeap[9];
    Texture2DMS<float4, 8> texMs = ResourceDescriptorHeap[10];
    float sum = tex.SampleLevel(state, 0.5, 0).y + tex.SampleCmpLevelZero(compare, 0.5, 0.5);
    sum += items[id.x].value.z + constants.id + texMs.Load(0, 1).w;
    target[id.xy] = asuint(sum);
    raw.Store(0, asuint(sum));
}
