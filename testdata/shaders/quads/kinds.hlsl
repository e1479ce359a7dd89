// dxc: -T cs_6_8 -E main
// exec: groups 1; t0 1D, t1 1D array (3), t2 2D array (3), t3 3D, t4 cube, t5 cube array (2), 64 wide, R32_FLOAT, 7 mips, each texel
//       mip + 8 layer; t6 2D D32_FLOAT, each texel mip / 8; s0,space3 point clamp, s1,space3 point, greater; u0,space1 raw: 64 x 12
//       words: a sample of t0 to t5 with 4 texels a step, the 2D comparison with 0.3 and, with a bias of 2, with 0.3; level of detail of
//       t0, t2, t3, t4
// Catches: derivatives of the wrong coordinates where samples take them as operands.
Texture1D<float> T1 : register(t0);
Texture1DArray<float> T1A : register(t1);
Texture2DArray<float> T2A : register(t2);
Texture3D<float> T3 : register(t3);
TextureCube<float> TC : register(t4);
TextureCubeArray<float> TCA : register(t5);
Texture2D<float> TD : register(t6);
SamplerState S : register(s0, space3);
SamplerComparisonState C : register(s1, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(8, 8, 1)]
void main(uint3 thread : SV_GroupThreadID, uint i : SV_GroupIndex) {
    float2 uv = (thread.xy + 0.5) * 4 / 64;
    float3 direction = 3 * float3(1, uv * 2 - 1);
    Out.Store4(i * 48, asuint(float4(T1.Sample(S, uv.x), T1A.Sample(S, float2(uv.x, 1)), T2A.Sample(S, float3(uv, 2)),
                                     T3.Sample(S, float3(uv, 0.5)))));
    Out.Store4(i * 48 + 16, asuint(float4(TC.Sample(S, direction), TCA.Sample(S, float4(direction, 1)), TD.SampleCmp(C, uv, 0.3),
                                          TD.SampleCmpBias(C, uv, 0.3, 2))));
    Out.Store4(i * 48 + 32, asuint(float4(T1.CalculateLevelOfDetail(S, uv.x), T2A.CalculateLevelOfDetailUnclamped(S, uv),
                                          T3.CalculateLevelOfDetail(S, float3(uv, 0.5)), TC.CalculateLevelOfDetail(S, direction))));
}
