// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 4): 64 uints; u0,space1 structured (stride 4): 64 words
//       (x even: neighbour's x (i^1) from array A, else the neighbour's x + 1 from array B)
// Catches: pointers to groupshared memory chosen at run time.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared uint A[64];
groupshared uint B[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    A[t] = x;
    B[t] = x + 1;
    GroupMemoryBarrierWithGroupSync();
    uint r;
    if (x & 1) r = B[t ^ 1]; else r = A[t ^ 1];
    Out[t] = r;
}
