// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1 of 16 threads; t0 raw: 16 byte offsets, two words or more apart; u0..u3,space1 raw: 24 words, ~0 before: at
//       offset[i], u0 gets 2 words, u1 a uint64, u2 4 x 16 bits, u3 3 words: 256 * (i + 1) + component; past the end dropped
// Catches: bounds of each component of wide, 64-bit and 16-bit stores.
ByteAddressBuffer Offsets : register(t0);
RWByteAddressBuffer Two : register(u0, space1);
RWByteAddressBuffer Wide : register(u1, space1);
RWByteAddressBuffer Small : register(u2, space1);
RWByteAddressBuffer Three : register(u3, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint at = Offsets.Load(i * 4), v = 256 * (i + 1);
    Two.Store2(at, uint2(v, v + 1));
    Wide.Store<uint64_t>(at, (uint64_t)(v + 1) << 32 | v);
    Small.Store<uint16_t4>(at, (uint16_t4)uint4(v, v + 1, v + 2, v + 3));
    if ((i & 1) == 0)
        Three.Store3(at, uint3(v, v + 1, v + 2));
}
