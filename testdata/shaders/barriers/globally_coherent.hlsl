// dxc: -T cs_6_0 -E main
// exec: groups 8; t0 structured (stride 4): 512 uints; u0,space1 structured (stride 4): 8 words scratch; u1,space1 raw: 2
//       words, 0 before: (8, sum of all inputs), written by the last group
// Catches: globallycoherent on a UAV and a device-wide fence: the last group reads what the others wrote.
StructuredBuffer<uint> In : register(t0);
globallycoherent RWStructuredBuffer<uint> Partial : register(u0, space1);
globallycoherent RWByteAddressBuffer Done : register(u1, space1);
groupshared uint Sum;
groupshared uint Last;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex, uint g : SV_GroupID) {
    if (t == 0) Sum = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Sum, In[i]);
    GroupMemoryBarrierWithGroupSync();
    if (t == 0) {
        Partial[g] = Sum;
        DeviceMemoryBarrier();
        uint ticket;
        Done.InterlockedAdd(0, 1, ticket);
        Last = ticket;
    }
    GroupMemoryBarrierWithGroupSync();
    if (Last == 7 && t == 0) {
        DeviceMemoryBarrier();
        uint total = 0;
        for (uint k = 0; k < 8; ++k) total += Partial[k];
        Done.Store(4, total);
    }
}
