// dxc: -T cs_6_5 -E main
// dxc[od]: -T cs_6_5 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 3 words: in x & 7 rounds k, a = 9 a + how many of the lanes that are still there have the
//       same x >> k & 3 + the sum of x & 15 in those before; then by x & 3: 0 how many of these lanes have the same x & 4, 1 how many lanes
//       of this branch come before, else 100; then how many of all lanes have the same a & 3
// Catches: loops in loops that lose lanes, lanes of a branch that do not meet the others behind it.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Count(uint4 mask) {
    uint4 bits = countbits(mask);
    return bits.x + bits.y + bits.z + bits.w;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), a = 0, b;
    [loop] for (uint k = 0; k < (x & 7); ++k) {
        uint4 same = WaveMatch(x >> k & 3);
        a = a * 9 + Count(same) + WaveMultiPrefixSum(x & 15, same);
    }
    [branch] switch (x & 3) {
    case 0:
        b = Count(WaveMatch(x & 4));
        break;
    case 1:
        b = WaveMultiPrefixCountBits(true, WaveActiveBallot(true));
        break;
    default:
        b = 100;
        break;
    }
    Out.Store3(i * 12, uint3(a, b, Count(WaveMatch(a & 3))));
}
