// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 4): 64 words x; u0,space1 structured (stride 16): 128 uint4; u1,space1 structured
//       (stride 8): 128 uint2. A thread has four words, x, x+1, x+2, x+3, and two, 2x and 3x. One of the six becomes 1000 + x:
//       x & 3 of the four where x & 16 is set, x & 1 of the two else. u0, u1: the words then. Another one, by the same rule for
//       bits 32 and (x >> 2), grows by 7. u0, u1 from 64 on: the words then.
// Catches: two views and the scalars of one array, accessed by one thread without a barrier: a load that is done before a store to
//       the same word in another form, or is taken for one from before it.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint4> Fours : register(u0, space1);
RWStructuredBuffer<uint2> Twos : register(u1, space1);
groupshared uint Words[384];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    Words[4 * t] = x;
    Words[4 * t + 1] = x + 1;
    Words[4 * t + 2] = x + 2;
    Words[4 * t + 3] = x + 3;
    Words[256 + 2 * t] = x * 2;
    Words[257 + 2 * t] = x * 3;
    uint y = x >> 2;
    Words[(x & 16) ? 4 * t + (x & 3) : 256 + 2 * t + (x & 1)] = 1000 + x;
    Fours[t] = uint4(Words[4 * t], Words[4 * t + 1], Words[4 * t + 2], Words[4 * t + 3]);
    Twos[t] = uint2(Words[256 + 2 * t], Words[257 + 2 * t]);
    InterlockedAdd(Words[(x & 32) ? 4 * t + (y & 3) : 256 + 2 * t + (y & 1)], 7);
    Fours[64 + t] = uint4(Words[4 * t], Words[4 * t + 1], Words[4 * t + 2], Words[4 * t + 3]);
    Twos[64 + t] = uint2(Words[256 + 2 * t], Words[257 + 2 * t]);
}
