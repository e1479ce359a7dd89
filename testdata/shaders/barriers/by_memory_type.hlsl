// dxc: -T cs_6_8 -E main
// dxc[handle]: -T cs_6_8 -E main -D HANDLE
// exec: groups 2; t0 raw: 128 uints; u0,space1 raw: 128 words: the number that thread 63 - t of the group wrote to groupshared memory, plus the one that
//       thread t ^ 1 wrote to u1; u1,space1 raw: 128 words, what the threads wrote
// Catches: barriers by memory type or by resource that do not wait, or that order the wrong memory.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
globallycoherent RWByteAddressBuffer Between : register(u1, space1);
groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    uint x = In.Load(i * 4);
    Barrier(0, 0);
    Shared[t] = x;
    Between.Store(i * 4, x * 3);
#ifdef HANDLE
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    Barrier(Between, GROUP_SYNC | DEVICE_SCOPE);
#else
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    Barrier(ALL_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
#endif
    Out.Store(i * 4, Shared[63 - t] + Between.Load((i ^ 1) * 4));
}
