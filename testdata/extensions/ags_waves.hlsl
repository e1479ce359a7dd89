// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 40 words: x of the first lane, of lane 3, number of the lane, x of lane ^ 1, of
//       lane & 4, of lane ^ 3, ballot of odd x as two words, bits of (x, ~x) below the lane, x of lane x & 7, lanes of a wave, x of the
//       first lane with odd x (else 0); reductions 1 to 15 of x (as floats of x & 255); scans of x: sums and products up to the lane,
//       sums, least and largest before it, of floats, signed and unsigned integers
// Catches: operations by another number, scans that take the lane itself or do not, swizzles of other lanes.
RWByteAddressBuffer Amd : register(u0, space2147420894);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Part(uint op, uint phase, uint data, uint a, uint b) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | phase << 24 | data << 8 | op, a, b, result);
    return result;
}
#define FLOAT(X) asuint(float((X) & 255))

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), at = i * 160, odd = x & 1;
    Out.Store4(at, uint4(Part(1, 0, 0, x, 0), Part(2, 0, 3, x, 0), Part(3, 0, 0, 0, 0), Part(4, 0, 0x041f, x, 0)));
    Out.Store4(at + 16, uint4(Part(4, 0, 4, x, 0), Part(4, 0, 0x801b, x, 0), Part(5, 0, 0, odd, 0), Part(5, 1, 0, odd, 0)));
    Out.Store3(at + 32, uint3(Part(6, 0, 0, x, ~x), Part(0x1d, 0, 0, x, x & 7), Part(0x19, 0, 0, 0, 0)));
    uint first = 0;
    if (odd)
        first = Part(1, 0, 0, x, 0);
    Out.Store(at + 44, first);
    [unroll] for (uint kind = 0; kind < 4; kind++) {
        Out.Store(at + 48 + kind * 12, Part(0x12, 0, kind * 3 + 1, kind == 1 ? asuint(1.0f + odd) : FLOAT(x), 0));
        Out.Store(at + 52 + kind * 12, Part(0x12, 0, kind * 3 + 2, x, 0));
        Out.Store(at + 56 + kind * 12, Part(0x12, 0, kind * 3 + 3, x, 0));
    }
    Out.Store3(at + 96, uint3(Part(0x12, 0, 13, x, 0), Part(0x12, 0, 14, x, 0), Part(0x12, 0, 15, x, 0)));
    Out.Store4(at + 108, uint4(Part(0x13, 0, 0x101, FLOAT(x), 0), Part(0x13, 0, 0x102, x, 0), Part(0x13, 0, 0x104, asuint(1.0f + odd), 0),
        Part(0x13, 0, 0x106, x, 0)));
    Out.Store4(at + 124, uint4(Part(0x13, 0, 0x201, FLOAT(x), 0), Part(0x13, 0, 0x203, x, 0), Part(0x13, 0, 0x207, FLOAT(x), 0),
        Part(0x13, 0, 0x208, x, 0)));
    Out.Store4(at + 140, uint4(Part(0x13, 0, 0x209, x, 0), Part(0x13, 0, 0x20a, FLOAT(x), 0), Part(0x13, 0, 0x20b, x, 0),
        Part(0x13, 0, 0x20c, x, 0)));
    Out.Store(at + 156, 7);
}
