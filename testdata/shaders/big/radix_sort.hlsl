// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 4): 1024 uints; u0,space1 structured (stride 4): the same sorted ascending (stable, 4 bits a pass)
// Catches: eight passes of counting, scan and scatter in groupshared memory.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Keys[1024];
groupshared uint Counts[16][64];
groupshared uint Totals[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint k;
    for (k = 0; k < 16; ++k) Keys[k * 64 + t] = In[k * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint shift = 0; shift < 32; shift += 4) {
        uint mine[16];
        [unroll] for (uint a = 0; a < 16; ++a) Counts[a][t] = 0;
        [unroll] for (uint b = 0; b < 16; ++b) {
            mine[b] = Keys[t * 16 + b];
            Counts[(mine[b] >> shift) & 15][t] += 1;
        }
        GroupMemoryBarrierWithGroupSync();
        uint local[16], sum = 0;
        [unroll] for (uint c = 0; c < 16; ++c) {
            uint at = t * 16 + c;
            local[c] = sum;
            sum += Counts[at >> 6][at & 63];
        }
        Totals[t] = sum;
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint step = 1; step < 64; step <<= 1) {
            uint x = t >= step ? Totals[t - step] : 0;
            GroupMemoryBarrierWithGroupSync();
            Totals[t] += x;
            GroupMemoryBarrierWithGroupSync();
        }
        uint start = Totals[t] - sum;
        [unroll] for (uint d = 0; d < 16; ++d) {
            uint at = t * 16 + d;
            Counts[at >> 6][at & 63] = start + local[d];
        }
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint e = 0; e < 16; ++e) {
            uint digit = (mine[e] >> shift) & 15;
            uint to = Counts[digit][t];
            Counts[digit][t] = to + 1;
            Keys[to] = mine[e];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    for (k = 0; k < 16; ++k) Out[k * 64 + t] = Keys[k * 64 + t];
}
