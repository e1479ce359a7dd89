// dxc: -T cs_6_8 -E main
// exec: groups 2; t0 raw: 128 uints; u0,space1 raw: 128 words, what the rounds below give; u1,space1 raw and u2,space1 typed
//       R32_UINT, 128 words each
// Catches: a barrier of some scope and memory that does not wait or orders other memory: each round hands a number to another
//          thread of the group, by another barrier.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
globallycoherent RWByteAddressBuffer Between : register(u1, space1);
RWBuffer<uint> Texels : register(u2, space1);
groupshared uint Shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    uint x = In.Load(i * 4), first = i - t;
    // Groupshared memory.
    Shared[t] = x;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    x += Shared[63 - t] * 3;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    // UAVs, of the group and of the device.
    Between.Store(i * 4, x);
    Barrier(UAV_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    x += Between.Load((first + ((t + 1) & 63)) * 4) * 5;
    Barrier(UAV_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
    Between.Store(i * 4, x);
    Barrier(UAV_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
    x += Between.Load((first + (t ^ 32)) * 4) * 7;
    // All memory.
    Shared[t] = x;
    Texels[i] = x * 3;
    Barrier(ALL_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    x += Shared[(t + 17) & 63] + Texels[first + (t ^ 5)];
    Barrier(ALL_MEMORY, GROUP_SYNC | DEVICE_SCOPE);
    // Both, and a fence apart from the wait.
    Shared[t] = x;
    Between.Store(i * 4, x * 5);
    Barrier(UAV_MEMORY | GROUP_SHARED_MEMORY, DEVICE_SCOPE);
    Barrier(0, GROUP_SYNC);
    Barrier(UAV_MEMORY | GROUP_SHARED_MEMORY, DEVICE_SCOPE);
    x += Shared[(t + 40) & 63] + Between.Load((first + (t ^ 63)) * 4);
    Barrier(UAV_MEMORY | GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    // One resource, of the group and of the device.
    Texels[i] = x;
    Barrier(Texels, GROUP_SYNC | GROUP_SCOPE);
    x += Texels[first + ((t + 3) & 63)] * 9;
    Between.Store(i * 4, x);
    Barrier(Between, GROUP_SYNC | DEVICE_SCOPE);
    Out.Store(i * 4, x + Between.Load((first + (t ^ 9)) * 4) * 11);
}
