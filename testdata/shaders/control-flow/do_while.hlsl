// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint x > 0; u0,space1 raw: 64 x 2 words (number of Collatz steps to reach 1, at most 300;
//       largest value seen)
// Catches: loops tested at the end, continue that jumps to that test, divergent trip counts.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint steps = 0, largest = x;
    if (x != 1) {
        do {
            ++steps;
            if ((x & 1) == 0) {
                x >>= 1;
                continue;
            }
            x = x * 3 + 1;
            largest = max(largest, x);
        } while (x != 1 && steps < 300);
    }
    Out.Store2(i * 8, uint2(steps, largest));
}
