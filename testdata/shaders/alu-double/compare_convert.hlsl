// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 32 x (double a, double b); u0,space1 raw: 32 x 6 words
//       (bits < <= > >= == != in 0..5; float(a); int(a); uint(a); double(int low word of a) as 2 words)
// Catches: compare predicates on f64, truncation and saturation of f64 to integer.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

double LoadDouble(uint at) { uint2 w = In.Load2(at); return asdouble(w.x, w.y); }

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    double a = LoadDouble(i * 16), b = LoadDouble(i * 16 + 8);
    uint r = (uint)(a < b) | (uint)(a <= b) << 1 | (uint)(a > b) << 2 | (uint)(a >= b) << 3 | (uint)(a == b) << 4 |
             (uint)(a != b) << 5;
    double back = (double)(int)In.Load(i * 16);
    uint lo, hi;
    asuint(back, lo, hi);
    Out.Store4(i * 24, uint4(r, asuint((float)a), (uint)(int)a, (uint)a));
    Out.Store2(i * 24 + 16, uint2(lo, hi));
}
