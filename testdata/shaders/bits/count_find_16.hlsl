// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 2): 64 uint16; u0,space1 raw: 64 x 5 words
//       (countbits, reversebits in 16 bits, firstbitlow, firstbithigh unsigned, signed; ~0 where none)
// Catches: 16-bit forms widened without correcting positions.
StructuredBuffer<uint16_t> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint16_t x = In[i];
    Out.Store4(i * 20, uint4((uint)countbits(x), (uint)reversebits(x), (uint)firstbitlow(x), (uint)firstbithigh(x)));
    Out.Store(i * 20 + 16, (uint)firstbithigh((int16_t)x));
}
