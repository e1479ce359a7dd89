// dxc: -T cs_6_10 -E main
// dxc[od]: -T cs_6_10 -E main -Od
// exec: out u0,space1 raw: of each of 2 groups whether the waves of its 96 threads have the numbers 0, 1, ... up to their
//       count, one wave each; whether the lanes of a wave have the same; whether anybody debugs.
// Catches: the number of a wave among all of the dispatch, or of the lane; a count of lanes; a break that ends the shader.
RWByteAddressBuffer result : register(u0, space1);

groupshared uint seen;
groupshared uint waves;
groupshared uint differ;

[numthreads(96, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (index == 0)
        seen = waves = differ = 0;
    GroupMemoryBarrierWithGroupSync();
    uint number = GetGroupWaveIndex();
    uint count = GetGroupWaveCount();
    if (WaveIsFirstLane())
    {
        InterlockedOr(seen, 1u << number);
        InterlockedAdd(waves, 1);
    }
    if (!WaveActiveAllEqual(number) || !WaveActiveAllEqual(count))
        InterlockedAdd(differ, 1);
    if (dx::IsDebuggingEnabled())
        InterlockedAdd(differ, 1000);
    DebugBreak();
    GroupMemoryBarrierWithGroupSync();
    if (index == 95)
    {
        uint all = count == 32 ? 0xffffffff : (1u << count) - 1;
        uint at = group.x * 16;
        result.Store(at, uint(seen == all));
        result.Store(at + 4, uint(waves == count));
        result.Store(at + 8, differ);
        result.Store(at + 12, uint(count > 0 && count <= 96));
    }
}
