// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 2 words: bit i of the 64 is (input[i] & 1), by groupshared atomics
// Catches: shifts by run-time lane numbers in atomics.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
groupshared uint Mask[2];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t < 2) Mask[t] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (In.Load(t * 4) & 1)
        InterlockedOr(Mask[t >> 5], 1u << t);
    GroupMemoryBarrierWithGroupSync();
    if (t < 2) Out.Store(t * 4, Mask[t]);
}
