// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 structured (stride 4): 1 word: 64 * 63 / 2
// Catches: a module whose only global is one groupshared uint (abbreviation field Fixed(0) in the bitcode).
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Total;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t == 0) Total = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Total, t);
    GroupMemoryBarrierWithGroupSync();
    if (t == 0) Out[0] = Total;
}
