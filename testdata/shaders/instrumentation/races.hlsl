// dxc: -T cs_6_0 -E main
// dxc[load]: -T cs_6_0 -E main -D FAULT=1
// dxc[store]: -T cs_6_0 -E main -D FAULT=2
// dxc[count]: -T cs_6_0 -E main -D FAULT=3
// dxc[atomic]: -T cs_6_0 -E main -D FAULT=4
// exec: groups 1; root UAV u0 raw: 65 words, u1 raw: one word of 0; word i of u0 becomes 3 * i + 6, that of u1 counts threads;
//       faults: 1 reads a neighbour's word, 2 all store the last word of u0, 3 reads the counter, 4 adds to a neighbour's word
// Catches: accesses to the same bytes that nothing orders and that are not found; those of one invocation, and atomics, that are.
#define RS "UAV(u0), UAV(u1)"
RWByteAddressBuffer Words : register(u0);
RWByteAddressBuffer Counts : register(u1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    // So many that another block is reached.
    uint next = (i + 4) & 63, old;
    Words.Store(4 * i, 3 * i + 5);
    Counts.InterlockedAdd(0, 1, old);
#if FAULT == 1
    Words.Store(4 * i, Words.Load(4 * next));
#elif FAULT == 2
    Words.Store(256, i);
#elif FAULT == 3
    Words.Store(4 * i, Counts.Load(0));
#elif FAULT == 4
    Words.InterlockedAdd(4 * next, 1, old);
#else
    Words.Store(4 * i, Words.Load(4 * i) + 1);
#endif
}
