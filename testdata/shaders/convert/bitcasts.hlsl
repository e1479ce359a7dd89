// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 64 x 3 words
//       (bits of x with the float sign flipped; the low half of x with its half sign flipped; the same via int16)
// Catches: bitcasts between integer and float of 16 and 32 bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    half h = asfloat16((uint16_t)x);
    Out.Store3(i * 12, uint3(asuint(-asfloat(x)), (uint)asuint16(-h), (uint)(uint16_t)asint16(h)));
}
