// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 words x; u0,space1 structured (stride 8): 64 times four halves, x & 255 and so on
//       from thread 63-i, the second one from word (x & 255) of all; u1,space1 structured (stride 16): 64 pairs of uint64
//       (x << 32 | i, ~ of that), from thread i ^ 1, the first one from pair x & 63
// Catches: vectors of 16 and 64-bit types in groupshared memory beside accesses to single elements.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<half4> Halves : register(u0, space1);
struct Pair { uint64_t a, b; };
RWStructuredBuffer<Pair> Pairs : register(u1, space1);
groupshared half Small[256];
groupshared uint64_t Large[128];
groupshared uint16_t Last;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t];
    uint y = x & 255;
    Small[4 * t] = (half)y;
    Small[4 * t + 1] = (half)(y + 1);
    Small[4 * t + 2] = (half)(y + 2);
    Small[4 * t + 3] = (half)(y + 3);
    uint64_t wide = (uint64_t)x << 32 | t;
    Large[2 * t] = wide;
    Large[2 * t + 1] = ~wide;
    if (t == 63) Last = 3;
    GroupMemoryBarrierWithGroupSync();
    uint o = 63 - t;
    Halves[t] = half4(Small[4 * o], Small[y], Small[4 * o + 2], Small[4 * o + Last]);
    Pair pair;
    pair.a = Large[2 * (x & 63) + (Last - 3)];
    pair.b = Large[2 * (t ^ 1) + 1];
    Pairs[t] = pair;
}
