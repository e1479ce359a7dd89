// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 3 words; u0,space1 raw: 64 x 4 words: those at 16 * i - 8; u1,space1 raw: 3 words, written there: 10 * i + k
// Catches: vectors that start behind the end and go on at the start, where sums of offsets have 32 bits, in a buffer that ends in
//          its first vector.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Short : register(u1, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out.Store4(i * 16, In.Load4(i * 16 - 8));
    Short.Store4(i * 16 - 8, uint4(0, 1, 2, 3) + 10 * i);
}
