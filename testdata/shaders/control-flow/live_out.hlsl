// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 8 uints; u0,space1 raw: 64 x 4 words (index of the first value over 100 or 8, that value
//       or 0, sum before it, number of odd values in the rest)
// Catches: values defined inside a loop and used after it; two loops in sequence that share a counter.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = 0, x = 0, sum = 0, found = 0;
    [loop] for (; k < 8; ++k) {
        x = In.Load(i * 32 + k * 4);
        if (x > 100) { found = x; break; }
        sum += x;
    }
    uint first = k, odd = 0;
    [loop] while (k < 8) {
        odd += In.Load(i * 32 + k * 4) & 1;
        ++k;
    }
    Out.Store4(i * 16, uint4(first, found, sum, odd));
}
