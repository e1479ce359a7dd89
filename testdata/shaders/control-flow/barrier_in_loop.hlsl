// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 4; t0 structured (stride 4): 256 uints; u0,space1 structured (stride 4): 256 uints: inclusive prefix sums
//       within each group of 64
// Catches: barriers inside a uniform loop with divergent code before and after them.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Shared[2][64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    Shared[0][t] = In[i];
    GroupMemoryBarrierWithGroupSync();
    uint from = 0;
    [loop] for (uint step = 1; step < 64; step <<= 1) {
        uint x = Shared[from][t];
        [branch] if (t >= step) x += Shared[from][t - step];
        Shared[1 - from][t] = x;
        GroupMemoryBarrierWithGroupSync();
        from = 1 - from;
    }
    Out[i] = Shared[from][t];
}
