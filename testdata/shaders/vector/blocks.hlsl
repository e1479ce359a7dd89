// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): sums, read back behind a barrier
// Catches: loads of buffers that are written taken for those before a barrier or a write; components of other blocks.
StructuredBuffer<uint4> In : register(t0);
RWStructuredBuffer<uint4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[i].x = In[i].x + In[i].y;
    uint before = Out[i].x;
    Out[i].x = before + 1;
    uint third = In[i].w;
    [branch] if (i % 3 == 0) third += In[i].z;
    Out[i].y = third;
    AllMemoryBarrierWithGroupSync();
    Out[i].z = Out[i ^ 1].x;
    Out[i].w = In[i].z;
}
