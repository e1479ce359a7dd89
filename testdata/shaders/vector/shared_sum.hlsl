// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16), an element a group: sums of 64 elements
// Catches: vectors in groupshared memory with components of neighbours.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);
groupshared float4 Sums[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint l : SV_GroupIndex, uint g : SV_GroupID) {
    Sums[l] = In[i];
    GroupMemoryBarrierWithGroupSync();
    for (uint n = 32; n > 0; n >>= 1) {
        if (l < n) Sums[l] += Sums[l + n];
        GroupMemoryBarrierWithGroupSync();
    }
    if (l == 0) Out[g] = Sums[0];
}
