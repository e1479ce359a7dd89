// dxc: -T ps_6_5 -E main
// draw: full-screen; u1: for the pixels (4, 6), (5, 6), (4, 7), all others of the wave being discarded, 4 words each: how many have the same
//       p.x, how many the same 1, the sum of p.y in the lanes before with the same p.x, how many lanes before have the same 1
// Catches: helper lanes that match, or that count in prefixes.
RWByteAddressBuffer Out : register(u1);

uint Count(uint4 mask) {
    uint4 bits = countbits(mask);
    return bits.x + bits.y + bits.z + bits.w;
}

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    uint place = (p.x & 1) + (p.y & 1) * 2;
    if ((p.x | 1) != 5 || (p.y | 1) != 7 || place == 3)
        discard;
    uint4 same = WaveMatch(p.x);
    uint4 all = WaveMatch(1u);
    Out.Store4(place * 16, uint4(Count(same), Count(all), WaveMultiPrefixSum(p.y, same), WaveMultiPrefixCountBits(true, ~0u.xxxx)));
    return 1;
}
