// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 65 words: count of the odd x, then those in any order of the waves, in order of the
//       lanes within one
// Catches: one atomic for each wave, its result handed to the other lanes.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    bool keep = (x & 1) != 0;
    uint count = WaveActiveCountBits(keep), slot = WavePrefixCountBits(keep), base = 0;
    if (WaveIsFirstLane())
        Out.InterlockedAdd(0, count, base);
    base = WaveReadLaneFirst(base);
    if (keep)
        Out.Store(4 + (base + slot) * 4, x);
}
