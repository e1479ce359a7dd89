// dxc: -T ps_6_0 -E main
// Catches: minimum LOD operands (constant 0, constant, run time) and a comparison sample with clamp.
Texture2D<float4> T : register(t0);
TextureCube<float4> TC : register(t1);
Texture2D<float> D : register(t2);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

float4 main(float4 uv : TEXCOORD0) : SV_Target {
    float4 c = T.Sample(S, uv.xy, int2(0, 0), 0.0) + T.Sample(S, uv.xy, int2(0, 0), 2.0) + T.Sample(S, uv.xy, int2(1, 0), uv.w);
    c += TC.Sample(S, uv.xyz, uv.w) + TC.SampleGrad(S, uv.xyz, uv.xxx, uv.yyy, uv.w);
    return c + D.SampleCmp(SC, uv.xy, uv.z, int2(0, 0), uv.w);
}
