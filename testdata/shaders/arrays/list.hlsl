// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 512 nodes of key and next one (~0 ends a list), then 64 first nodes; thread i takes 12 keys of its list at
//       most. u0,space1 raw: 64 x 14 words: how many it took, 0 hashed with them in the order of sorted keys
//       (h = (h * 31 + key) ^ number of those before the next one, which the last one lacks), and the sorted keys, 0 behind them.
// Catches: counters of loops that are left by one of two tests, or in the middle, as indices of an array: held too little or to
//          the wrong element, lists as long as the array, longer, and empty ones.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

static const uint NODES = 512;
static const uint NONE = 0xffffffff;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint keys[12];
    uint count = 0;
    uint node = Input.Load(8 * NODES + 4 * i);
    if (node != NONE) {
        do {
            uint2 entry = Input.Load2(8 * node);
            keys[count] = entry.x;
            node = entry.y;
            ++count;
        } while (count < 12 && node != NONE);
    }
    for (uint k = 1; k < count; ++k) {
        uint key = keys[k];
        uint at = k;
        while (at > 0 && keys[at - 1] > key) {
            keys[at] = keys[at - 1];
            --at;
        }
        keys[at] = key;
    }
    uint hash = 0;
    if (count != 0) {
        uint at = 0;
        for (;;) {
            hash = hash * 31 + keys[at];
            ++at;
            if (at >= count)
                break;
            hash ^= at;
        }
    }
    Output.Store2(56 * i, uint2(count, hash));
    for (uint j = 0; j < 12; ++j)
        Output.Store(56 * i + 8 + 4 * j, j < count ? keys[j] : 0);
}
