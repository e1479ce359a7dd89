// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 structured (stride 8): 3 uint64 (sum, umax, xor)
// Catches: 64-bit atomics on groupshared memory (shader model 6.6).
StructuredBuffer<uint64_t> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);
groupshared uint64_t Cells[3];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t < 3) Cells[t] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Cells[0], In[t]);
    InterlockedMax(Cells[1], In[t]);
    InterlockedXor(Cells[2], In[t]);
    GroupMemoryBarrierWithGroupSync();
    if (t < 3) Out[t] = Cells[t];
}
