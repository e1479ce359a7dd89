// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 seeds; u0,space1 raw: 64 x 2 words: PCG hash of the seed; position after 100 steps of +-1 by the low bit of
//       an xorshift generator started with it (int)
// Catches: long chains of integer operations in a loop.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Pcg(uint x) {
    uint state = x * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint h = Pcg(In.Load(i * 4)), x = h | 1;
    int at = 0;
    [loop] for (uint k = 0; k < 100; ++k) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        at += (x & 1) ? 1 : -1;
    }
    Out.Store2(i * 8, uint2(h, (uint)at));
}
