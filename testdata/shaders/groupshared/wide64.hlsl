// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 structured (stride 8): 64 uint64 (sum of the elements 0..i
//       by doubling steps); u1,space1 structured (stride 8): 64 doubles (double of thread 63-i's low word)
// Catches: i64 and double elements in groupshared memory.
StructuredBuffer<uint64_t> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);
RWStructuredBuffer<double> Doubles : register(u1, space1);
groupshared uint64_t Sums[64];
groupshared double Values[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    Sums[t] = In[t];
    Values[t] = (double)(uint)In[t];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 1; step < 64; step <<= 1) {
        uint64_t before = t >= step ? Sums[t - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        Sums[t] += before;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[t] = Sums[t];
    Doubles[t] = Values[63 - t];
}
