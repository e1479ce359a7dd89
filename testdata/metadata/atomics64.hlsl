// dxc: -T cs_6_6 -E main
RWStructuredBuffer<uint64_t> counters : register(u0);
RWTexture2D<int64_t> image : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(counters[id.x], 1);
    InterlockedMax(image[id.xy], 2);
}
