// dxc: -T cs_6_0 -E main
// exec: groups 4; t0 structured (stride 4): 256 uints; u0,space1 structured (stride 4): 4 words: 1 if any of the group's
//       64 values is odd, else 0
// Catches: lone groupshared scalars (their bitcode abbreviation has a zero-width field), bool in groupshared memory.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint Flag;
groupshared bool Done;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex, uint g : SV_GroupID) {
    if (t == 0) { Flag = 0; Done = false; }
    GroupMemoryBarrierWithGroupSync();
    if (In[i] & 1) Flag = 1;
    GroupMemoryBarrierWithGroupSync();
    if (t == 5) Done = Flag != 0;
    GroupMemoryBarrierWithGroupSync();
    if (t == 63) Out[g] = Done ? 1 : 0;
}
