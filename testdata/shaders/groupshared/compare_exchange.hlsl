// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 4): 64 keys, none 0; u0,space1 structured (stride 4): 128 words: the set of the
//       distinct keys in an open hash table (order depends on the run), 0 in free cells; u1,space1: number of winners
// Catches: cmpxchg operand order (comparator, value) and its result, in a divergent loop.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
RWStructuredBuffer<uint> Winners : register(u1, space1);
groupshared uint Table[128];
groupshared uint Won;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    Table[t] = 0;
    Table[t + 64] = 0;
    if (t == 0) Won = 0;
    GroupMemoryBarrierWithGroupSync();
    uint key = In[t];
    uint at = (key * 0x9e3779b9u) >> 25;
    [loop] for (uint tries = 0; tries < 128; ++tries) {
        uint old;
        InterlockedCompareExchange(Table[at], 0, key, old);
        if (old == 0) {
            InterlockedAdd(Won, 1);
            break;
        }
        if (old == key)
            break;
        at = (at + 1) & 127;
    }
    GroupMemoryBarrierWithGroupSync();
    Out[t] = Table[t];
    Out[t + 64] = Table[t + 64];
    if (t == 0) Winners[0] = Won;
}
