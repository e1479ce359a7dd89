// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 raw: 64 x 6 words
//       (countbits, firstbitlow, firstbithigh unsigned, firstbithigh signed; ~0 where none; reversebits low, high)
// Catches: 64-bit forms have to be split; bit 40 alone, bit 63, 0 and -1 are the cases of interest.
StructuredBuffer<uint64_t> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t x = In[i];
    uint64_t reversed = reversebits(x);
    Out.Store4(i * 24, uint4((uint)countbits(x), (uint)firstbitlow(x), (uint)firstbithigh(x), (uint)firstbithigh((int64_t)x)));
    Out.Store2(i * 24 + 16, uint2((uint)reversed, (uint)(reversed >> 32)));
}
