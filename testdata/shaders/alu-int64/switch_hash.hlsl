// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 structured (stride 8): 64 uint64: FNV-1a over the
//       8 bytes (low first), then 1, 2, 3 added for the values 0, 2^32, 2^40 + 5 of the input
// Catches: a switch-like chain on i64 whose cases exceed 32 bits, i64 in a loop phi.
StructuredBuffer<uint64_t> In : register(t0);
RWStructuredBuffer<uint64_t> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t x = In[i];
    uint64_t h = 0xcbf29ce484222325ull;
    [loop] for (uint k = 0; k < 8; ++k) {
        h ^= (x >> (k * 8)) & 0xff;
        h *= 0x100000001b3ull;
    }
    if (x == 0) h += 1;
    else if (x == 0x100000000ull) h += 2;
    else if (x == 0x10000000005ull) h += 3;
    Out[i] = h;
}
