// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: uint64 a, double b (row 0), uint c, (pad) int64 d (row 1), double2 e (row 2), double
//       f[2] (rows 3, 4); u0,space1 raw: a+1, b*2, c, 0, d-1, e.x+e.y, f[0], f[1] as words, low first
// Catches: 64-bit rows of two components (CBufRet.f64, .i64).
cbuffer Params : register(b0, space2) { uint64_t a; double b; uint c; int64_t d; double2 e; double f[2]; };
RWByteAddressBuffer Out : register(u0, space1);

uint2 Words(double x) { uint lo, hi; asuint(x, lo, hi); return uint2(lo, hi); }
uint2 Words(uint64_t x) { return uint2((uint)x, (uint)(x >> 32)); }

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, uint4(Words(a + 1), Words(b * 2)));
    Out.Store4(16, uint4(c, 0, Words((uint64_t)(d - 1))));
    Out.Store4(32, uint4(Words(e.x + e.y), Words(f[0])));
    Out.Store2(48, Words(f[1]));
}
