// dxc: -T ps_6_0 -E main
// Catches: comparison samples of each dimension that has them, implicit LOD and level zero, with offsets.
Texture1D<float> T1 : register(t0);
Texture1DArray<float> T1A : register(t1);
Texture2D<float> T2 : register(t2);
Texture2DArray<float> T2A : register(t3);
TextureCube<float> TC : register(t4);
TextureCubeArray<float> TCA : register(t5);
SamplerComparisonState S : register(s0, space3);

float4 main(float4 uv : TEXCOORD0, float depth : DEPTH) : SV_Target {
    float a = T1.SampleCmp(S, uv.x, depth) + T1A.SampleCmp(S, uv.xy, depth) + T2.SampleCmp(S, uv.xy, depth) +
              T2A.SampleCmp(S, uv.xyz, depth) + TC.SampleCmp(S, uv.xyz, depth) + TCA.SampleCmp(S, uv, depth);
    float b = T1.SampleCmpLevelZero(S, uv.x, depth) + T1A.SampleCmpLevelZero(S, uv.xy, depth) +
              T2.SampleCmpLevelZero(S, uv.xy, depth, int2(1, -2)) + T2A.SampleCmpLevelZero(S, uv.xyz, depth) +
              TC.SampleCmpLevelZero(S, uv.xyz, depth) + TCA.SampleCmpLevelZero(S, uv, depth);
    float c = T2.SampleCmp(S, uv.xy, depth, int2(3, 3)) + T2.SampleCmp(S, uv.xy, depth, int2(0, 0), 1.5);
    return float4(a, b, c, 1);
}
