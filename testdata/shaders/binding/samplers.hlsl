// dxc: -T cs_6_0 -E main
// exec: table: SRV t0 (2D 4x4, R32_FLOAT); sampler table: s0, s1; static sampler s2 (point, clamp), s3 (comparison, less-equal, border
//       white); root UAV u0 raw; groups 1 of 8x8: sum of the samples at ((x+0.5)/8, (y+0.5)/8)
// Catches: dynamic and static samplers in one shader.
#define RS "DescriptorTable(SRV(t0)), DescriptorTable(Sampler(s0, numDescriptors=2)), UAV(u0), StaticSampler(s2, filter=FILTER_MIN_MAG_MIP_POINT, addressU=TEXTURE_ADDRESS_CLAMP, addressV=TEXTURE_ADDRESS_CLAMP), StaticSampler(s3, filter=FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT, comparisonFunc=COMPARISON_LESS_EQUAL, addressU=TEXTURE_ADDRESS_BORDER, addressV=TEXTURE_ADDRESS_BORDER, borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE)"
Texture2D<float> T : register(t0);
SamplerState S[2] : register(s0);
SamplerState Point : register(s2);
SamplerComparisonState Compare : register(s3);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID, uint i : SV_GroupIndex) {
    float2 uv = (p + 0.5) / 8.0;
    float r = T.SampleLevel(S[0], uv, 0) + T.SampleLevel(S[1], uv, 0) + T.SampleLevel(Point, uv, 0) +
              T.SampleCmpLevelZero(Compare, uv, 0.5);
    Out.Store(i * 4, asuint(r));
}
