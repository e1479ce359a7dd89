// dxc: -T cs_6_0 -E main
// exec: t0 raw: floats, 64; u0,space1 raw: for each x: rsqrt(x), then 0 / sqrt(x), then 3 / sqrt(x)
// Catches: an infinity or a NaN of a root of 0; another value elsewhere.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float x = asfloat(In.Load(4 * i));
    // 0, but not to the compiler.
    float zero = min(x, 0) * 0;
    Out.Store3(12 * i, asuint(float3(rsqrt(x), zero / sqrt(x), 3 / sqrt(x))));
}
