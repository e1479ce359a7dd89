// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (float a, float b); u0,space1 raw: 64 x 8 words
//       (a+b, a-b, a*b, a/b, min, max, fmod(a,b), -a as float bits)
// Catches: swapped operands, reciprocal division, min/max that do not drop a NaN, fneg that loses the sign of zero.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float a = asfloat(In.Load(i * 8));
    float b = asfloat(In.Load(i * 8 + 4));
    Out.Store4(i * 32, asuint(float4(a + b, a - b, a * b, a / b)));
    Out.Store4(i * 32 + 16, asuint(float4(min(a, b), max(a, b), fmod(a, b), -a)));
}
