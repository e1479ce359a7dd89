// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 4x4 D32 or R32_FLOAT; s0,space3 comparison sampler LESS_EQUAL, point, clamp; t1 raw: 64 x (u, v,
//       reference); u0,space1 raw: 64 floats: reference <= texel ? 1 : 0
// Catches: direction of the comparison.
Texture2D<float> T : register(t0);
ByteAddressBuffer In : register(t1);
SamplerComparisonState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    Out.Store(i * 4, asuint(T.SampleCmpLevelZero(S, v.xy, v.z)));
}
