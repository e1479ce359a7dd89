// dxc: -T cs_6_0 -E main
// exec: groups 4; t0 structured (stride 4): 256 uints; u0,space1 structured (stride 4): 16 words, 0 before: histogram of
//       the low four bits over all inputs
// Catches: groupshared atomics first, then buffer atomics.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Bins[16];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    if (t < 16) Bins[t] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Bins[In[i] & 15], 1);
    GroupMemoryBarrierWithGroupSync();
    if (t < 16) InterlockedAdd(Out[t], Bins[t]);
}
