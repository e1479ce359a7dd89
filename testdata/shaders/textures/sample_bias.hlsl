// dxc: -T ps_6_0 -E main
// Catches: bias operand of every dimension, offsets and clamp beside it.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
TextureCube<float4> TC : register(t5);
TextureCubeArray<float4> TCA : register(t6);
SamplerState S : register(s0, space3);

float4 main(float4 uv : TEXCOORD0, float bias : BIAS) : SV_Target {
    float4 c = T1.SampleBias(S, uv.x, bias) + T1A.SampleBias(S, uv.xy, bias) + T2.SampleBias(S, uv.xy, -1.5);
    c += T2A.SampleBias(S, uv.xyz, bias, int2(2, 3)) + T3.SampleBias(S, uv.xyz, bias) + TC.SampleBias(S, uv.xyz, bias);
    c += TCA.SampleBias(S, uv, bias) + T2.SampleBias(S, uv.xy, bias, int2(-1, 0), 2.0);
    return c;
}
