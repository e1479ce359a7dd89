// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints k; u0,space1 raw: 64 x 4 words (Primes[k & 15], bits of Curve[k & 7], Matrix[k & 3][k >> 2 & 3],
//       Wide[k & 1] high word)
// Catches: indexable constant tables of several types, 64-bit included.
static const uint Primes[16] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };
static const float Curve[8] = { 0, 0.1, 0.3, 0.7, 1.5, 3.1, 6.3, -1.0 / 3.0 };
static const int Matrix[4][4] = { { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, -5 } };
static const uint64_t Wide[2] = { 0x123456789abcdef0ull, 0xfedcba9876543210ull };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    Out.Store4(i * 16, uint4(Primes[k & 15], asuint(Curve[k & 7]), (uint)Matrix[k & 3][(k >> 2) & 3], (uint)(Wide[k & 1] >> 32)));
}
