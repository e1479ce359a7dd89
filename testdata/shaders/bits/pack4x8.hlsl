// dxc: -T cs_6_6 -E main
// exec: groups 1; t0 raw: 64 x 4 words; u0,space1 raw: 64 x 12 words: the four packed, by pack_u8, pack_s8, pack_clamp_u8 and pack_clamp_s8; the
//       first word unpacked, without sign and with
// Catches: clamping by the wrong sign, bytes in the wrong order, packing that leaves upper bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 x = In.Load4(i * 16);
    Out.Store4(i * 48, uint4((uint)pack_u8(x), (uint)pack_s8((int4)x), (uint)pack_clamp_u8((int4)x), (uint)pack_clamp_s8((int4)x)));
    Out.Store4(i * 48 + 16, unpack_u8u32((uint8_t4_packed)x.x));
    Out.Store4(i * 48 + 32, (uint4)unpack_s8s32((int8_t4_packed)x.x));
}
