// dxc[any]: -T cs_6_2 -E main -denorm any
// dxc[ftz]: -T cs_6_2 -E main -denorm ftz
// dxc[preserve]: -T cs_6_2 -E main -denorm preserve
// exec: groups 1; t0 raw: 64 x (float a, float b); u0,space1 raw: 64 x 4 words (a*b, a+b, a==0 ? 1 : 0, max(a,b))
// Catches: the fp32-denorm-mode attribute being ignored: 1e-40 * 1 is 0 under ftz and itself under preserve.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float a = asfloat(In.Load(i * 8));
    float b = asfloat(In.Load(i * 8 + 4));
    Out.Store4(i * 16, uint4(asuint(a * b), asuint(a + b), a == 0.0 ? 1u : 0u, asuint(max(a, b))));
}
