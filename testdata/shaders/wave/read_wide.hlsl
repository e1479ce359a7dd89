// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint2 (low, high) x; u0,space1 raw: 64 x 16 words: x of lane low & 7 (two words), x of lane 5 (two words), the double
//       (double)low of lane high & 7 (two words), the pair of lane 3 read as a vector (two words), the half low & 1023 and the 16 bits of
//       low of lane low & 7, high & 1 as a bool of lane high & 7, the double (double)high of the first lane (two words), the 16 bits of
//       high of the first lane, 1 if all have the same x, 1 if all the same double (double)(low & 0)
// Catches: reads of 64 bits that give a half, lanes that differ.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint2 Split(uint64_t v) { return uint2((uint)v, (uint)(v >> 32)); }
uint2 Split(double v) {
    uint low, high;
    asuint(v, low, high);
    return uint2(low, high);
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint64_t x = (uint64_t)v.y << 32 | v.x;
    Out.Store4(i * 64, uint4(Split(WaveReadLaneAt(x, v.x & 7)), Split(WaveReadLaneAt(x, 5))));
    Out.Store4(i * 64 + 16, uint4(Split(WaveReadLaneAt((double)v.x, v.y & 7)), WaveReadLaneAt(v, 3)));
    Out.Store4(i * 64 + 32, uint4(asuint((float)WaveReadLaneAt((half)(v.x & 1023), v.x & 7)), WaveReadLaneAt((uint16_t)v.x, v.x & 7),
                                  WaveReadLaneAt((v.y & 1) != 0, v.y & 7) ? 1 : 0, WaveReadLaneFirst((uint16_t)v.y)));
    Out.Store4(i * 64 + 48, uint4(Split(WaveReadLaneFirst((double)v.y)), WaveActiveAllEqual(x) ? 1 : 0,
                                  WaveActiveAllEqual((double)(v.x & 0)) ? 1 : 0));
}
