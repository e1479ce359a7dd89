// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint2 (low, high) x; u0,space1 raw: 64 x 32 words: 64-bit product, unsigned max, signed min, or, xor, product of
//       those before (two words each); double product of 1 + (low & 1), min and max of (double)(int)low, sum and product of those before
//       (two words each); 16 bits of low: product, unsigned min, unsigned max, signed max; and of low, or of high; the 16-bit sum of low before;
//       half min and max of low & 1023 and product of 2 in each 16th lane and 1 in others (as float bits)
// Catches: operations of 64 and 16 bits that are done on a part, with the wrong sign, or with the neutral element of another.
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
    Out.Store4(i * 128, uint4(Split(WaveActiveProduct(x)), Split(WaveActiveMax(x))));
    Out.Store4(i * 128 + 16, uint4(Split((uint64_t)WaveActiveMin((int64_t)x)), Split(WaveActiveBitOr(x))));
    Out.Store4(i * 128 + 32, uint4(Split(WaveActiveBitXor(x)), Split(WavePrefixProduct(x))));
    double d = (double)(int)v.x, f = (double)(1 + (v.x & 1));
    Out.Store4(i * 128 + 48, uint4(Split(WaveActiveProduct(f)), Split(WaveActiveMin(d))));
    Out.Store4(i * 128 + 64, uint4(Split(WaveActiveMax(d)), Split(WavePrefixSum((double)(v.x & 255)))));
    uint16_t h = (uint16_t)v.x;
    Out.Store4(i * 128 + 80, uint4(Split(WavePrefixProduct(f)), WaveActiveProduct(h), WaveActiveMin(h)));
    Out.Store4(i * 128 + 96, uint4(WaveActiveMax(h), (uint)(int)WaveActiveMax((int16_t)h), WaveActiveBitAnd(v.x), WaveActiveBitOr(v.y)));
    half g = (half)(int)(v.x & 1023);
    Out.Store4(i * 128 + 112, uint4(WavePrefixSum(h), asuint((float)WaveActiveMin(g)), asuint((float)WaveActiveMax(g)),
                                    asuint((float)WaveActiveProduct((half)((WaveGetLaneIndex() & 15) == 0 ? 2 : 1)))));
}
