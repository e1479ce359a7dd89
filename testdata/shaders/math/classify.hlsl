// dxc: -T cs_6_0 -E main
// dxc[ieee]: -T cs_6_0 -E main -Gis
// exec: groups 1; t0 raw: 64 floats; u0,space1 raw: 64 words: bit 0 isnan, 1 isinf, 2 isfinite, 3 isnan(x-x),
//       4 isfinite(x*2)
// Catches: class tests folded away by fast-math assumptions.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    precise float zeroOrNan = x - x;
    precise float twice = x * 2;
    uint r = (isnan(x) ? 1 : 0) | (isinf(x) ? 2 : 0) | (isfinite(x) ? 4 : 0) | (isnan(zeroOrNan) ? 8 : 0) |
             (isfinite(twice) ? 16 : 0);
    Out.Store(i * 4, r);
}
