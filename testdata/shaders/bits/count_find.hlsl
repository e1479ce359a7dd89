// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 64 x 5 words
//       (countbits, reversebits, firstbitlow, firstbithigh unsigned, firstbithigh signed; 0xffffffff where none)
// Catches: FirstbitHi counts from the top bit in DXIL; firstbithigh(0) and signed firstbithigh(-1) are ~0.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Out.Store4(i * 20, uint4(countbits(x), reversebits(x), firstbitlow(x), firstbithigh(x)));
    Out.Store(i * 20 + 16, (uint)firstbithigh((int)x));
}
