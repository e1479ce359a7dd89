// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 words x; u0,space1 structured (stride 16): 64 uint4; u1,space1 structured (stride 4):
//       64 words. Four words at 4x become x, x+1, x+2, x+3 where x < 16. u0: the four at 4x; u1: the word at x. Beyond the
//       end of the 64 words nothing is written and 0 is read, where the option says so.
// Catches: vectors of a view that are held by the number of scalars.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint4> Fours : register(u0, space1);
RWStructuredBuffer<uint> Ones : register(u1, space1);
groupshared uint Words[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    Words[t] = 0;
    GroupMemoryBarrierWithGroupSync();
    Words[4 * x] = x;
    Words[4 * x + 1] = x + 1;
    Words[4 * x + 2] = x + 2;
    Words[4 * x + 3] = x + 3;
    GroupMemoryBarrierWithGroupSync();
    Fours[t] = uint4(Words[4 * x], Words[4 * x + 1], Words[4 * x + 2], Words[4 * x + 3]);
    Ones[t] = Words[x];
}
