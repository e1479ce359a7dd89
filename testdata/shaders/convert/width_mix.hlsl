// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint x; u0,space1 raw: 64 x 10 words
//       (int(int16 x), uint(uint16 x), float(half of int(x & 2047)), half bits of float(x & 2047), uint16(half) of the
//       same, int64(int16 x) low, high, double(int16 x) lo, hi, float(uint64 x << 8))
// Catches: each of trunc, zext, sext, sitofp, uitofp, fptosi, fptoui, fpext, fptrunc in 16 and 64 bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    int16_t s = (int16_t)x;
    uint16_t u = (uint16_t)x;
    half h = (half)(int)(x & 2047);
    half h2 = (half)(float)(x & 2047);
    int64_t w = s;
    uint lo, hi;
    asuint((double)s, lo, hi);
    uint o = i * 40;
    Out.Store4(o, uint4((uint)(int)s, (uint)u, asuint((float)h), (uint)asuint16(h2)));
    Out.Store4(o + 16, uint4((uint)(uint16_t)h, (uint)w, (uint)(w >> 32), lo));
    Out.Store2(o + 32, uint2(hi, asuint((float)((uint64_t)x << 8))));
}
