// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint2 (low, high) x; u0,space1 raw: 64 x 16 words: 64-bit sum, signed max, unsigned min, and, sum of those
//       before (two words each); the double sum of (double)(low & 255) (two words); 16-bit sum and signed min of low, half sum of
//       (low & 15), the 64-bit value's high word of the first lane
// Catches: overloads of 64 and 16 bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint2 Split(uint64_t v) { return uint2((uint)v, (uint)(v >> 32)); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint64_t x = (uint64_t)v.y << 32 | v.x;
    Out.Store4(i * 64, uint4(Split(WaveActiveSum(x)), Split((uint64_t)WaveActiveMax((int64_t)x))));
    Out.Store4(i * 64 + 16, uint4(Split(WaveActiveMin(x)), Split(WaveActiveBitAnd(x))));
    uint low, high;
    asuint(WaveActiveSum((double)(v.x & 255)), low, high);
    Out.Store4(i * 64 + 32, uint4(Split(WavePrefixSum(x)), low, high));
    Out.Store4(i * 64 + 48, uint4((uint)WaveActiveSum((uint16_t)v.x), (uint)(int)WaveActiveMin((int16_t)v.x),
                                  asuint((float)WaveActiveSum((half)(v.x & 15))), (uint)(WaveReadLaneFirst(x) >> 32)));
}
