// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float x, float y); u0,space1 raw: 64 x 8 words, with tolerance
//       (pow(x,y), atan2(x,y), fmod(x,y), ldexp(x,trunc y), frexp mantissa and exponent of x, modf fraction and whole)
// Catches: multi-instruction expansions; atan2 in all quadrants and on the axes.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 v = asfloat(In.Load2(i * 8));
    float exponent, whole;
    float mantissa = frexp(v.x, exponent);
    float fraction = modf(v.x, whole);
    Out.Store4(i * 32, asuint(float4(pow(v.x, v.y), atan2(v.x, v.y), fmod(v.x, v.y), ldexp(v.x, trunc(v.y)))));
    Out.Store4(i * 32 + 16, asuint(float4(mantissa, exponent, fraction, whole)));
}
