// dxc: -T cs_6_0 -E main
// dxc[ieee]: -T cs_6_0 -E main -Gis
// exec: groups 1; t0 raw: 64 x (float x, float y); u0,space1 raw: 64 x 8 words: precise x * 0, x - x, x + 0, x / x, 0 - x, x * y - x * y,
//       whether x is at least y, is not less, is not at most y, is 0.75, and what need not be precise: x * y + 2 * x
// Catches: NaN, infinities and signs of zeros that are lost in what is precise beside what is not.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 v = asfloat(In.Load2(i * 8));
    float x = v.x, y = v.y;
    precise float none = x * 0.0;
    precise float same = x - x;
    precise float sum = x + 0.0;
    precise float one = x / x;
    precise float negated = 0.0 - x;
    precise float product = x * y;
    precise float difference = product - y * x;
    precise bool less = x < y;
    uint order = (x >= y ? 1 : 0) | (less ? 0 : 2) | (!(x <= y) ? 4 : 0) | (!(x != 0.75) ? 8 : 0);
    Out.Store4(i * 32, asuint(float4(none, same, sum, one)));
    Out.Store4(i * 32 + 16, uint4(asuint(negated), asuint(difference), order, asuint(x * y + 2 * x)));
}
