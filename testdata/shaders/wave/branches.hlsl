// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 4 words: lanes with the same x & 3 (counted in the cases of a switch), lanes
//       after the switch, lanes in the inner branch (x & 4 and x & 8), sum of lane numbers in the outer one (x & 4)
// Catches: active lanes in nested and multi-way branches, and that they come together after them.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), same = 0, inner = 0, outer = 0;
    [branch] switch (x & 3) {
        case 0: same = WaveActiveCountBits(true); break;
        case 1: same = WaveActiveCountBits(true) + 100; break;
        case 2: same = WaveActiveCountBits(true) + 200; break;
        default: same = WaveActiveCountBits(true) + 300; break;
    }
    uint after = WaveActiveCountBits(true);
    [branch] if (x & 4) {
        [branch] if (x & 8)
            inner = WaveActiveCountBits(true);
        outer = WaveActiveSum(WaveGetLaneIndex());
    }
    Out.Store4(i * 16, uint4(same, after, inner, outer));
}
