// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint seed; u0,space1 raw: 64 words (first value of x = x*1664525+1013904223 from the seed
//       whose top byte is 0xAB)
// Catches: a loop without exit edge other than return; the merge block is unreachable.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    [loop] for (;;) {
        x = x * 1664525u + 1013904223u;
        if ((x >> 24) == 0xAB) {
            Out.Store(i * 4, x);
            return;
        }
    }
}
