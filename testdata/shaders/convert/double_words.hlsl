// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 32 x (uint lo, uint hi); u0,space1 raw: 32 x 6 words
//       (lo, hi split again; float(d); double(float) split lo, hi; int(d))
// Catches: MakeDouble/SplitDouble word order, fptrunc and fpext.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 w = In.Load2(i * 8);
    double d = asdouble(w.x, w.y);
    uint lo, hi, lo2, hi2;
    asuint(d, lo, hi);
    float f = (float)d;
    asuint((double)f, lo2, hi2);
    Out.Store4(i * 24, uint4(lo, hi, asuint(f), lo2));
    Out.Store2(i * 24 + 16, uint2(hi2, (uint)(int)d));
}
