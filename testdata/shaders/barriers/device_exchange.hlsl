// dxc: -T cs_6_0 -E main
// exec: groups 2; u0,space1 raw: 128 words; u1,space1 raw: 128 words: word i = (i ^ 63) * 7, exchanged within the group
//       through u0
// Catches: a UAV written by one thread and read by another of the same group after DeviceMemoryBarrierWithGroupSync.
RWByteAddressBuffer Scratch : register(u0, space1);
RWByteAddressBuffer Out : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Scratch.Store(i * 4, i * 7);
    DeviceMemoryBarrierWithGroupSync();
    Out.Store(i * 4, Scratch.Load((i ^ 63) * 4));
}
