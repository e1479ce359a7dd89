// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint low, uint high); u0,space1 raw: 64 x 4 words: x * (x & 1) + ~x * (~x & 1), x less its lower 24 bits
// Catches: products with one bit of a number, and what a mask takes out.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 words = In.Load2(i * 8);
    uint64_t x = words.x | (uint64_t)words.y << 32;
    uint64_t odd = x * (x & 1) + ~x * (~x & 1);
    uint64_t high = x - (x & 0xffffff);
    Out.Store4(i * 16, uint4((uint)odd, (uint)(odd >> 32), (uint)high, (uint)(high >> 32)));
}
