// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 16 x 8 uints; u0,space1 raw: 16 x 8 words: each eight sorted ascending
// Catches: a local array written at run-time indexes in nested loops with early exit.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a[8];
    uint k;
    [loop] for (k = 0; k < 8; ++k) a[k] = In.Load(i * 32 + k * 4);
    [loop] for (uint n = 1; n < 8; ++n) {
        uint x = a[n];
        int at = (int)n - 1;
        [loop] while (at >= 0) {
            if (a[at] <= x) break;
            a[at + 1] = a[at];
            --at;
        }
        a[at + 1] = x;
    }
    [loop] for (k = 0; k < 8; ++k) Out.Store(i * 32 + k * 4, a[k]);
}
