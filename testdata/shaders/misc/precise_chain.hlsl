// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x float4 v; u0,space1 raw: 64 x 2 words: compensated (Kahan) sum of v.x, v.y, v.z, v.w in order, and the
//       compensation left, each operation rounded for itself
// Catches: `precise` through a loop and a struct.
struct Kahan { float sum; float c; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = asfloat(In.Load4(i * 16));
    precise Kahan k = (Kahan)0;
    for (uint n = 0; n < 4; ++n) {
        precise float y = v[n] - k.c;
        precise float t = k.sum + y;
        k.c = (t - k.sum) - y;
        k.sum = t;
    }
    Out.Store2(i * 8, asuint(float2(k.sum, k.c)));
}
