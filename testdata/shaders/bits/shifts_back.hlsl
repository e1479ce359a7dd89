// dxc: -T cs_6_2 -E main -enable-16bit-types
// dxc[od]: -T cs_6_2 -E main -enable-16bit-types -Od
// exec: groups 1; t0 structured (stride 8): 64 uint64; u0,space1 raw: 64 x 10 words (shifted left and back, of 16, 32, 64 bits: by 3
//       and by 11, of 64 bits by 3 and by 40; multiplied by 32 and shifted back, of 16 and of 32 bits).
// Catches: the mask of what a shift to the left and one back keep, taken from another width. Compiled without optimizations DXIL
//          has both shifts.
StructuredBuffer<uint64_t> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t wide = In[i];
    uint word = (uint)wide;
    uint16_t narrow = (uint16_t)wide;
    uint16_t narrow_3 = (uint16_t)(narrow << (uint16_t)3), narrow_11 = (uint16_t)(narrow << (uint16_t)11);
    uint word_3 = word << 3, word_11 = word << 11;
    uint64_t wide_3 = wide << 3, wide_40 = wide << 40;
    uint16_t narrow_times = (uint16_t)(narrow * (uint16_t)32);
    uint word_times = word * 32;
    Out.Store4(i * 40, uint4(narrow_3 >> (uint16_t)3, narrow_11 >> (uint16_t)11, word_3 >> 3, word_11 >> 11));
    Out.Store<uint64_t>(i * 40 + 16, wide_3 >> 3);
    Out.Store<uint64_t>(i * 40 + 24, wide_40 >> 40);
    Out.Store2(i * 40 + 32, uint2(narrow_times >> (uint16_t)5, word_times >> 5));
}
