// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 structured (stride 16); u0,space1 structured (stride 4): 256 counts
// Catches: atomics on groupshared memory and buffers with detours.
StructuredBuffer<uint4> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Bins[256];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint l : SV_GroupIndex, uint g : SV_GroupID) {
    for (uint k = l; k < 256; k += 64) Bins[k] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint4 v = In[i] + i;
    InterlockedAdd(Bins[v.x & 255], 1);
    InterlockedAdd(Bins[v.y >> 3 & 255], 1);
    InterlockedAdd(Bins[v.z >> 5 & 255], 1);
    InterlockedAdd(Bins[v.w >> 7 & 255], 1);
    GroupMemoryBarrierWithGroupSync();
    for (uint n = l; n < 256; n += 64) {
        if (Bins[n] != 0) InterlockedAdd(Out[(g & 63) * 256 + n], Bins[n]);
    }
}
