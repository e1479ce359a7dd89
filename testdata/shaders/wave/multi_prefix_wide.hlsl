// dxc: -T cs_6_5 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint2 (low, high) x; u0,space1 raw: 64 x 16 words: of the lanes before among those with the same low & 3: 64-bit sum,
//       product, and, or (two words each), 64-bit xor, double sum of low & 255 (two words each), 16-bit sum and and of low, half sum of
//       low & 7, signed 16-bit product of low
// Catches: overloads of 64 and 16 bits, their neutral elements.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint2 Split(uint64_t v) { return uint2((uint)v, (uint)(v >> 32)); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint64_t x = (uint64_t)v.y << 32 | v.x;
    uint4 part = WaveMatch(v.x & 3);
    Out.Store4(i * 64, uint4(Split(WaveMultiPrefixSum(x, part)), Split(WaveMultiPrefixProduct(x, part))));
    Out.Store4(i * 64 + 16, uint4(Split(WaveMultiPrefixBitAnd(x, part)), Split(WaveMultiPrefixBitOr(x, part))));
    uint low, high;
    asuint(WaveMultiPrefixSum((double)(v.x & 255), part), low, high);
    Out.Store4(i * 64 + 32, uint4(Split(WaveMultiPrefixBitXor(x, part)), low, high));
    Out.Store4(i * 64 + 48, uint4((uint)WaveMultiPrefixSum((uint16_t)v.x, part), (uint)WaveMultiPrefixBitAnd((uint16_t)v.x, part),
                                  asuint((float)WaveMultiPrefixSum((half)(v.x & 7), part)),
                                  (uint)(int)WaveMultiPrefixProduct((int16_t)v.x, part)));
}
