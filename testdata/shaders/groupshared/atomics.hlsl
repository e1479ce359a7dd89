// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 structured (stride 4): 10 words
//       (sum, and, or, xor, umin, umax, imin, imax of all inputs; number of threads whose exchange saw the start value;
//       the input of one thread)
// Catches: operation and signedness of each atomic on groupshared memory, the old value that it returns.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Cells[10];
groupshared int SignedCells[2];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t < 9)
        Cells[t] = (t == 1 || t == 4) ? ~0u : 0;
    if (t == 0) { SignedCells[0] = 0x7fffffff; SignedCells[1] = -2147483647 - 1; Cells[9] = 0xabcdef01; }
    GroupMemoryBarrierWithGroupSync();
    uint x = In[t], old;
    InterlockedAdd(Cells[0], x);
    InterlockedAnd(Cells[1], x);
    InterlockedOr(Cells[2], x);
    InterlockedXor(Cells[3], x);
    InterlockedMin(Cells[4], x);
    InterlockedMax(Cells[5], x);
    InterlockedMin(SignedCells[0], (int)x);
    InterlockedMax(SignedCells[1], (int)x);
    InterlockedExchange(Cells[9], x, old);
    if (old == 0xabcdef01)
        InterlockedAdd(Cells[8], 1);
    GroupMemoryBarrierWithGroupSync();
    if (t < 10)
        Out[t] = t == 6 ? (uint)SignedCells[0] : t == 7 ? (uint)SignedCells[1] : Cells[t];
}
