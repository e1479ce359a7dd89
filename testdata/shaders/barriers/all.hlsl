// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 raw: 64 words: word i = 6 * (i ^ 1) + 15
// Catches: each HLSL barrier intrinsic, with the mode bits it stands for.
RWByteAddressBuffer Out : register(u0, space1);
groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint sum = 0;
    Shared[t] = t;
    GroupMemoryBarrierWithGroupSync();
    sum += Shared[t ^ 1];
    GroupMemoryBarrier();
    DeviceMemoryBarrier();
    AllMemoryBarrier();
    DeviceMemoryBarrierWithGroupSync();
    AllMemoryBarrierWithGroupSync();
    for (uint phase = 1; phase < 6; ++phase) {
        Shared[t] = t + phase;
        AllMemoryBarrierWithGroupSync();
        sum += Shared[t ^ 1];
        GroupMemoryBarrierWithGroupSync();
    }
    Out.Store(t * 4, sum);
}
