// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 2 x 64 x 16 words, first for all lanes, then for the lanes with odd x (0 elsewhere):
//       sum, product, signed min, unsigned min, signed max, unsigned max, and, or, xor, count of x & 2, 1 if all are equal, 1 if any is
//       above 2^31, 1 if all are, bits of the float sum, min and max of (float)(x & 255)
// Catches: signedness, neutral elements of inactive lanes, reductions in divergent flow.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

void Reduce(uint x, uint at) {
    float f = (float)(x & 255);
    Out.Store4(at, uint4(WaveActiveSum(x), WaveActiveProduct(x), (uint)WaveActiveMin((int)x), WaveActiveMin(x)));
    Out.Store4(at + 16, uint4((uint)WaveActiveMax((int)x), WaveActiveMax(x), WaveActiveBitAnd(x), WaveActiveBitOr(x)));
    Out.Store4(at + 32, uint4(WaveActiveBitXor(x), WaveActiveCountBits((x & 2) != 0), WaveActiveAllEqual(x) ? 1 : 0,
                              WaveActiveAnyTrue(x > 0x80000000) ? 1 : 0));
    Out.Store4(at + 48, uint4(WaveActiveAllTrue(x > 0x80000000) ? 1 : 0, asuint(WaveActiveSum(f)), asuint(WaveActiveMin(f)),
                              asuint(WaveActiveMax(f))));
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Reduce(x, i * 64);
    if (x & 1)
        Reduce(x, (64 + i) * 64);
}
