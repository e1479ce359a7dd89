// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 floats; u0,space1 raw: 64 x 16 words as float bits, with tolerance
//       (sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, exp2, log, log2, log10, sqrt, rsqrt)
// Catches: base of exp and log (DXIL has base 2), edges: sqrt(-1) NaN, log(0) -inf, rsqrt(0) +inf, exp(-inf) 0.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    uint o = i * 64;
    Out.Store4(o, asuint(float4(sin(x), cos(x), tan(x), asin(x))));
    Out.Store4(o + 16, asuint(float4(acos(x), atan(x), sinh(x), cosh(x))));
    Out.Store4(o + 32, asuint(float4(tanh(x), exp(x), exp2(x), log(x))));
    Out.Store4(o + 48, asuint(float4(log2(x), log10(x), sqrt(x), rsqrt(x))));
}
