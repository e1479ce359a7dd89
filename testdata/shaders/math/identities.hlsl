// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 floats; u0,space1 raw: 64 x 8 words: exp2(log2(x)), log2(exp2(x)), pow(x, 1), the first and second
//       precise and of -x, the root of 1 less a component of a vector of length 1, of 3 less three times that, of 1 less x
// Catches: a power of 1 that is NaN below 0, on which shaders do not count (what is not precise is the driver's to simplify), and
//          is where it is precise; a root that is NaN where the length of a vector is rounded; roots that are 0 in place of NaN.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    precise float there = exp2(log2(-x));
    precise float back = log2(exp2(-x));
    float3 v = normalize(float3(x, 1e-5 * x, 0));
    float2 w = normalize(float2(0, abs(x)));
    Out.Store4(i * 32, asuint(float4(exp2(log2(x)), log2(exp2(x)), pow(x, 1), there)));
    Out.Store4(i * 32 + 16, asuint(float4(back, sqrt(1 - v.x), sqrt(3 - 3 * w.y), sqrt(1 - x))));
}
