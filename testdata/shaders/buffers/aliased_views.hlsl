// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; u0,space1 raw: 64 words x: after it x with its halves swapped, plus 1 in the low word (no carry)
// Catches: one buffer accessed in 16, 32 and 64 bits in one shader: stores and loads must see each other.
RWByteAddressBuffer Data : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t both = Data.Load<uint64_t>(i * 8);
    [unroll] for (uint k = 0; k < 2; ++k) {
        uint x = (uint)(both >> (32 * k));
        Data.Store<uint16_t>(i * 8 + k * 4, (uint16_t)(x >> 16));
        Data.Store<uint16_t>(i * 8 + k * 4 + 2, (uint16_t)x);
        uint y = Data.Load(i * 8 + k * 4);
        Data.Store(i * 8 + k * 4, (y & 0xffff0000) | ((y + 1) & 0xffff));
    }
}
