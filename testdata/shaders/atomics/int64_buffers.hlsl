// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 structured (stride 8): 3 uint64, before 0, 0, ~0
//       (sum, umax, umin); u1,space1 raw: 8 bytes, 0 before: sum
// Catches: 64-bit atomics on structured and raw buffers (shader model 6.6).
StructuredBuffer<uint64_t> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);
RWByteAddressBuffer Raw : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    InterlockedAdd(Out[0], In[t]);
    InterlockedMax(Out[1], In[t]);
    InterlockedMin(Out[2], In[t]);
    Raw.InterlockedAdd64(0, In[t]);
}
