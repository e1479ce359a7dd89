// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 structured (stride 4): 64 words
//       (x == 5 ? 50 : x, plus 1000 if the float of the pair of lanes 2k, 2k+1 was taken by bits: see the code)
// Catches: InterlockedCompareStore on groupshared memory, an atomic used through a float array (bit pattern).
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Cells[64];
groupshared float Floats[32];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    Cells[t] = In[t];
    if (t < 32) Floats[t] = 1.5;
    GroupMemoryBarrierWithGroupSync();
    InterlockedCompareStore(Cells[t], 5, 50);
    float old;
    if ((t & 1) == 0)
        InterlockedCompareExchangeFloatBitwise(Floats[t / 2], 1.5, 2.5, old);
    else
        old = 0;
    GroupMemoryBarrierWithGroupSync();
    Out[t] = Cells[t] + (old == 1.5 && Floats[t / 2] == 2.5 ? 1000 : 0);
}
