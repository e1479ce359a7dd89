// dxc: -T cs_6_4 -E main
// exec: groups 1; t0 raw: 64 x 3 words a, b, accumulator; u0,space1 raw: 64 x 2 words: the accumulator and the products of the bytes, without
//       sign and with
// Catches: sums that saturate, bytes of the wrong sign.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    Out.Store2(i * 8, uint2(dot4add_u8packed(v.x, v.y, v.z), (uint)dot4add_i8packed(v.x, v.y, (int)v.z)));
}
