// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 4; t0 structured (stride 4): 1024 floats (integers, so that sums are exact); u0,space1 structured
//       (stride 4): 4 x 2 floats (sum and maximum of each 256)
// Catches: a missing barrier or a barrier moved out of the loop.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0, space1);
groupshared float Sum[256];
groupshared float Largest[256];

[numthreads(256, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex, uint g : SV_GroupID) {
    Sum[t] = In[i];
    Largest[t] = In[i];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 128; step > 0; step >>= 1) {
        if (t < step) {
            Sum[t] += Sum[t + step];
            Largest[t] = max(Largest[t], Largest[t + step]);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0) {
        Out[g * 2] = Sum[0];
        Out[g * 2 + 1] = Largest[0];
    }
}
