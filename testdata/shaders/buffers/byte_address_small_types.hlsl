// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 uint16; u0,space1 raw: 64 uint16: word[i] + word[63-i]; u1,space1 raw: 32 half2: (y, x) of the
//       input read as half2[i]; u2,space1 raw: 16 x half4 read at byte 8*i, negated
// Catches: 16-bit loads and stores at odd 2-byte offsets of raw buffers.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Words : register(u0, space1);
RWByteAddressBuffer Pairs : register(u1, space1);
RWByteAddressBuffer Quads : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Words.Store<uint16_t>(i * 2, In.Load<uint16_t>(i * 2) + In.Load<uint16_t>((63 - i) * 2));
    if (i < 32)
        Pairs.Store<half2>(i * 4, In.Load<half2>(i * 4).yx);
    if (i < 16)
        Quads.Store<half4>(i * 8, -In.Load<half4>(i * 8));
}
