// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 floats; u0,space1 raw: 64 x 6 words as float bits, exact
//       (round half to even, floor, ceil, trunc, frac, x - floor(x) by hand)
// Catches: ties (0.5, 1.5, 2.5), -0.4 rounds to -0, large values.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    Out.Store4(i * 24, asuint(float4(round(x), floor(x), ceil(x), trunc(x))));
    precise float byHand = x - floor(x);
    Out.Store2(i * 24 + 16, asuint(float2(frac(x), byHand)));
}
