// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 32 x (double a, double b, double c); u0,space1 raw: 32 x 8 doubles
//       (a+b, a-b, a*b, a/b, min, max, fma(a,b,c), -a); fma is fused
// Catches: double arithmetic from split halves (low word first), fma rounded twice.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

double LoadDouble(uint at) { uint2 w = In.Load2(at); return asdouble(w.x, w.y); }
void StoreDouble(uint at, double d) { uint lo, hi; asuint(d, lo, hi); Out.Store2(at, uint2(lo, hi)); }

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    double a = LoadDouble(i * 24), b = LoadDouble(i * 24 + 8), c = LoadDouble(i * 24 + 16);
    uint o = i * 64;
    StoreDouble(o, a + b);
    StoreDouble(o + 8, a - b);
    StoreDouble(o + 16, a * b);
    StoreDouble(o + 24, a / b);
    StoreDouble(o + 32, min(a, b));
    StoreDouble(o + 40, max(a, b));
    StoreDouble(o + 48, fma(a, b, c));
    StoreDouble(o + 56, -a);
}
