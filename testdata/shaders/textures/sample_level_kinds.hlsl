// dxc: -T vs_6_0 -E main
// Catches: SampleLevel of every dimension in a vertex shader, with offsets.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
TextureCube<float4> TC : register(t5);
TextureCubeArray<float4> TCA : register(t6);
SamplerState S : register(s0, space3);

float4 main(float4 uv : TEXCOORD0) : SV_Position {
    float4 c = T1.SampleLevel(S, uv.x, 0) + T1A.SampleLevel(S, uv.xy, 1) + T2.SampleLevel(S, uv.xy, uv.w, int2(-3, 5));
    c += T2A.SampleLevel(S, uv.xyz, 2.5) + T3.SampleLevel(S, uv.xyz, uv.w, int3(1, 2, -4));
    c += TC.SampleLevel(S, uv.xyz, uv.w) + TCA.SampleLevel(S, uv, uv.x);
    return c;
}
