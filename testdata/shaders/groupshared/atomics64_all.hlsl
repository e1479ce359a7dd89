// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 structured (stride 8): 12 uint64: sum, and, or, xor, umin, umax, imin,
//       imax, an input (exchange), the number of threads whose exchange saw the start value, the result of 64 compare-exchanges that
//       each add 2^33 + 1, 70 (compare-store by thread 5, failed by thread 6)
// Catches: each 64-bit atomic on groupshared memory, operand order and old values.
StructuredBuffer<uint64_t> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);
groupshared uint64_t Cells[12];
groupshared int64_t Least, Most;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t < 12) Cells[t] = (t == 1 || t == 4) ? ~0ull : t == 8 ? 0x123456789abcdefull : t == 11 ? 60 : 0;
    if (t == 0) { Least = 0x7fffffffffffffffll; Most = -0x7fffffffffffffffll; }
    GroupMemoryBarrierWithGroupSync();
    uint64_t x = In[t], old;
    InterlockedAdd(Cells[0], x);
    InterlockedAnd(Cells[1], x);
    InterlockedOr(Cells[2], x);
    InterlockedXor(Cells[3], x);
    InterlockedMin(Cells[4], x);
    InterlockedMax(Cells[5], x);
    InterlockedMin(Least, (int64_t)x);
    InterlockedMax(Most, (int64_t)x);
    InterlockedExchange(Cells[8], x, old);
    if (old == 0x123456789abcdefull) InterlockedAdd(Cells[9], 1);
    uint64_t seen = Cells[10];
    [allow_uav_condition] while (true) {
        InterlockedCompareExchange(Cells[10], seen, seen + 0x200000001ull, old);
        if (old == seen) break;
        seen = old;
    }
    if (t == 5) InterlockedCompareStore(Cells[11], 60ull, 70ull);
    if (t == 6) InterlockedCompareStore(Cells[11], 61ull, 80ull);
    GroupMemoryBarrierWithGroupSync();
    if (t < 12) Out[t] = t == 6 ? (uint64_t)Least : t == 7 ? (uint64_t)Most : Cells[t];
}
