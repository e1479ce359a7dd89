// dxc: -T ps_6_0 -E main
// dxc[native16]: -T ps_6_2 -E main -enable-16bit-types
// Catches: half overloads of sample, gather and load.
Texture2D<min16float4> T : register(t0);
Texture2D<min16float> D : register(t1);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

min16float4 main(float4 uv : TEXCOORD0) : SV_Target {
    min16float4 c = T.Sample(S, uv.xy) * (min16float)0.5 + T.GatherGreen(S, uv.xy) + T.Load(int3(uv.xyz));
    return c + (min16float)D.SampleCmp(SC, uv.xy, uv.z) + T.SampleLevel(S, uv.xy, 0);
}
