// dxc: -T cs_6_6 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 x 4 words, of which the low halves count; u0,space1 raw: 64 x 12 words: the four packed, by pack_u8, pack_s8,
//       pack_clamp_u8 and pack_clamp_s8; the first word unpacked to 16 bits, without sign and with
// Catches: 16-bit values that are extended without their sign before they are clamped.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 x = In.Load4(i * 16);
    uint16_t4 h = (uint16_t4)x;
    Out.Store4(i * 48, uint4((uint)pack_u8(h), (uint)pack_s8((int16_t4)h), (uint)pack_clamp_u8((int16_t4)h), (uint)pack_clamp_s8((int16_t4)h)));
    Out.Store4(i * 48 + 16, (uint4)unpack_u8u16((uint8_t4_packed)x.x));
    Out.Store4(i * 48 + 32, (uint4)(int4)unpack_s8s16((int8_t4_packed)x.x));
}
