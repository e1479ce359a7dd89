// dxc: -T cs_6_5 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x uint2 (low, high) x; u0,space1 raw: 64 x 16 words: the lanes with the same x, the same (double)(high & 3), the same
//       16 bits of low, the same half of low & 7
// Catches: overloads of 64 and 16 bits, of which only one half or too many bits are compared.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint64_t x = (uint64_t)v.y << 32 | v.x;
    Out.Store4(i * 64, WaveMatch(x));
    Out.Store4(i * 64 + 16, WaveMatch((double)(v.y & 3)));
    Out.Store4(i * 64 + 32, WaveMatch((uint16_t)v.x));
    Out.Store4(i * 64 + 48, WaveMatch((half)(v.x & 7)));
}
