// dxc: -T ps_6_0 -E main
// Catches: implicit-LOD sampling of every dimension, with and without offsets.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
TextureCube<float4> TC : register(t5);
TextureCubeArray<float4> TCA : register(t6);
SamplerState S : register(s0, space3);

float4 main(float4 uv : TEXCOORD0) : SV_Target {
    float4 c = T1.Sample(S, uv.x) + T1A.Sample(S, uv.xy) + T2.Sample(S, uv.xy) + T2A.Sample(S, uv.xyz);
    c += T3.Sample(S, uv.xyz) + TC.Sample(S, uv.xyz) + TCA.Sample(S, uv);
    c += T1.Sample(S, uv.x, -8) + T1A.Sample(S, uv.xy, 7) + T2.Sample(S, uv.xy, int2(-3, 5));
    c += T2A.Sample(S, uv.xyz, int2(1, -1)) + T3.Sample(S, uv.xyz, int3(1, 2, -4));
    return c;
}
