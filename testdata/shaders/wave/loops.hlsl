// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 4 words: over min(x & 7, 5) + 1 rounds, the sum of round * (lanes still in the
//       loop); lanes active after it; over the wave's distinct values of x & 3, the order in which this lane's came up; and the sum of
//       x over the lanes with the same x & 3
// Catches: which lanes are active in a round and after a break; a loop over distinct values.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), sum = 0;
    for (uint k = 0; k < 6; ++k) {
        sum += k * WaveActiveCountBits(true);
        if (k == (x & 7))
            break;
    }
    uint after = WaveActiveCountBits(true), order = 0, same = 0;
    [loop] while (true) {
        uint first = WaveReadLaneFirst(x & 3);
        if (first == (x & 3)) {
            same = WaveActiveSum(x);
            break;
        }
        ++order;
    }
    Out.Store4(i * 16, uint4(sum, after, order, same));
}
