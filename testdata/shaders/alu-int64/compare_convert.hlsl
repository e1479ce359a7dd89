// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16): 64 x (uint64 a, uint64 b); u0,space1 raw: 64 x 8 words
//       (bits: unsigned < <= > >= 0..3, signed 4..7, == 8; float(uint64 a), float(int64 a), low word, high word,
//       sign-extended low word as 2 words, a > 2^32 ? 1 : 0)
// Catches: predicates on i64, constants beyond 32 bits, zext/sext/trunc.
struct Pair { uint64_t a, b; };
StructuredBuffer<Pair> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t a = In[i].a, b = In[i].b;
    int64_t sa = (int64_t)a, sb = (int64_t)b;
    uint r = (uint)(a < b) | (uint)(a <= b) << 1 | (uint)(a > b) << 2 | (uint)(a >= b) << 3 | (uint)(sa < sb) << 4 |
             (uint)(sa <= sb) << 5 | (uint)(sa > sb) << 6 | (uint)(sa >= sb) << 7 | (uint)(a == b) << 8;
    int64_t extended = (int64_t)(int)(uint)a;
    Out.Store4(i * 32, uint4(r, asuint((float)a), asuint((float)sa), (uint)a));
    Out.Store4(i * 32 + 16, uint4((uint)(a >> 32), (uint)extended, (uint)((uint64_t)extended >> 32),
                                  a > 0x100000000ull ? 1u : 0u));
}
