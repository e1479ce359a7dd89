// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 256 words; u0,space1 structured (stride 4): 256 words, how many of t0's low bytes
//       are n or less; u1,space1 structured (stride 4): 64 words, the number of t0[4i]'s low byte in u0
// Catches: an array with atomics, and with indices of which nothing is known, that neighbours are loaded and stored of as
//       vectors: other memory than the scalars', or accesses that change places.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
RWStructuredBuffer<uint> Found : register(u1, space1);
groupshared uint Counts[256];
groupshared uint Sums[64];
groupshared uint Odd;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint i;
    for (i = 0; i < 4; ++i) Counts[t + 64 * i] = 0;
    if (t == 0) Odd = 0;
    GroupMemoryBarrierWithGroupSync();
    for (i = 0; i < 4; ++i) InterlockedAdd(Counts[In[t + 64 * i] & 255], 1);
    GroupMemoryBarrierWithGroupSync();
    uint a = Counts[4 * t], b = Counts[4 * t + 1], c = Counts[4 * t + 2], d = Counts[4 * t + 3];
    Sums[t] = a + b + c + d;
    InterlockedAdd(Odd, t & 1);
    GroupMemoryBarrierWithGroupSync();
    uint before = Odd - 32;
    for (i = 0; i < t; ++i) before += Sums[i];
    Counts[4 * t] = before + a;
    Counts[4 * t + 1] = before + a + b;
    Counts[4 * t + 2] = before + a + b + c;
    Counts[4 * t + 3] = before + a + b + c + d;
    GroupMemoryBarrierWithGroupSync();
    for (i = 0; i < 4; ++i) Out[t + 64 * i] = Counts[t + 64 * i];
    Found[t] = Counts[In[4 * t] & 255];
}
