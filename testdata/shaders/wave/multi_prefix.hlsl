// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 2 x 64 x 12 words, first for all lanes, then for the lanes with odd x (0 elsewhere): of the
//       lanes before among those with the same x & 6 (over all lanes, also in the second part): sum, product, and, or, xor of x, count of
//       x & 8, bits of the float sum of x & 255 and product of (x & 1) + 1; among the even or odd lanes, with a mask that goes on behind
//       the wave: sum, signed product, count of x & 2, sum of 1 with a mask of nothing but the lane itself
// Catches: bits of inactive lanes and of lanes that do not exist, neutral elements, inclusive for exclusive, parts mixed up.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

void Prefix(uint x, uint4 part, uint at) {
    uint lane = WaveGetLaneIndex();
    uint4 every_other = (0x55555555u << (lane & 1)).xxxx;
    uint bit = 1u << (lane & 31);
    uint4 own = uint4(lane / 32 == 0 ? bit : 0, lane / 32 == 1 ? bit : 0, lane / 32 == 2 ? bit : 0, lane / 32 == 3 ? bit : 0);
    Out.Store4(at, uint4(WaveMultiPrefixSum(x, part), WaveMultiPrefixProduct(x, part), WaveMultiPrefixBitAnd(x, part),
                         WaveMultiPrefixBitOr(x, part)));
    Out.Store4(at + 16, uint4(WaveMultiPrefixBitXor(x, part), WaveMultiPrefixCountBits((x & 8) != 0, part),
                              asuint(WaveMultiPrefixSum((float)(x & 255), part)),
                              asuint(WaveMultiPrefixProduct((float)((x & 1) + 1), part))));
    Out.Store4(at + 32, uint4(WaveMultiPrefixSum(x, every_other), (uint)WaveMultiPrefixProduct((int)x, every_other),
                              WaveMultiPrefixCountBits((x & 2) != 0, every_other), WaveMultiPrefixSum(1u, own)));
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint4 part = WaveMatch(x & 6);
    Prefix(x, part, i * 48);
    if (x & 1)
        Prefix(x, part, (64 + i) * 48);
}
