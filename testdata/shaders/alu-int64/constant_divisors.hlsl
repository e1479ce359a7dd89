// dxc: -T cs_6_0 -E main
// exec: groups 2; t0 structured (64 uint64_t); u0 structured (64 x 28 x {unsigned quotient, remainder, signed ones}); t1, u1 raw (64 x
//       {4 uint64_t, 4 more}; 64 x {sums, remainders})
// Catches: divisions by constants that round wrongly near multiples, near 2^64, or for one of the signs; several of them in a
//          row, of which each has a quotient of its own.
StructuredBuffer<uint64_t> input : register(t0);
RWStructuredBuffer<uint64_t4> result : register(u0);
ByteAddressBuffer rows : register(t1);
RWByteAddressBuffer sums : register(u1);
static const uint64_t DIVISORS[] = {
    3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 25, 100, 125, 625, 641, 1000, 65537, 0xffffffff, 0x100000001, 238662282706945, 1000000000000,
    0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffef, 0xfffffffffffffc18, 2
};
#define COUNT 28
[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint64_t a = input[i];
    int64_t b = (int64_t)a;
    [unroll] for (uint k = 0; k < COUNT; k++) {
        uint64_t d = DIVISORS[k];
        int64_t e = (int64_t)d;
        result[i * COUNT + k] = uint64_t4(a / d, a % d, b / e, b % e);
    }
    uint64_t4 v = rows.Load<uint64_t4>(i * 64), w = rows.Load<uint64_t4>(i * 64 + 32);
    sums.Store(i * 64, (v | 5) / uint64_t4(1001, 238662282706945, 257, 4294967295) + w);
    sums.Store(i * 64 + 32, w % uint64_t4(63, 4294967297, 10, 123456789));
}
