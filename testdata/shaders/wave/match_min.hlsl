// dxc: -T cs_6_5 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 8 words: the lanes with the same low 16 bits, and the sum of the low bytes in the lanes
//       before among those with the same x & 3, as min16uint; the same with min16float of x & 7; 0, 0
// Catches: upper halves of minimum-precision integers that are compared.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint4 same = WaveMatch((min16uint)x);
    uint4 part = WaveMatch(x & 3);
    uint4 equal = WaveMatch((min16float)(x & 7));
    uint sum = (uint)WaveMultiPrefixSum((min16uint)(x & 255), part);
    float half_sum = (float)WaveMultiPrefixSum((min16float)(x & 7), part);
    Out.Store4(i * 32, uint4(same.xy, sum, asuint(half_sum)));
    Out.Store4(i * 32 + 16, uint4(equal.xy, 0, 0));
}
