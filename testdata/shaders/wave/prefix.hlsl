// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 2 x 64 x 4 words, first for all lanes, then for the lanes with odd x (0 elsewhere):
//       sum, product, count of x & 2 of the active lanes before this one, bits of the sum of (float)(x & 255)
// Catches: prefixes exclude the lane itself; the first lane has the neutral element.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

void Prefix(uint x, uint at) {
    Out.Store4(at, uint4(WavePrefixSum(x), WavePrefixProduct(x), WavePrefixCountBits((x & 2) != 0),
                         asuint(WavePrefixSum((float)(x & 255)))));
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Prefix(x, i * 16);
    if (x & 1)
        Prefix(x, (64 + i) * 16);
}
