// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 2): 128 halves; u0,space1 structured (stride 2): 128 halves, reversed;
//       u1,space1 structured (stride 2): 64 uint16 (i*3 of thread 63-i, wrapped at 16 bits after times 1000)
// Catches: 16-bit elements in groupshared memory.
StructuredBuffer<half> In : register(t0);
RWStructuredBuffer<half> Out : register(u0, space1);
RWStructuredBuffer<uint16_t> Ints : register(u1, space1);
groupshared half2 Halves[64];
groupshared uint16_t Words[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    Halves[t] = half2(In[t * 2], In[t * 2 + 1]);
    Words[t] = (uint16_t)(t * 3) * (uint16_t)1000;
    GroupMemoryBarrierWithGroupSync();
    half2 v = Halves[63 - t];
    Out[t * 2] = v.y;
    Out[t * 2 + 1] = v.x;
    Ints[t] = Words[63 - t];
}
