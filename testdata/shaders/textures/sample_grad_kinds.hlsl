// dxc: -T ps_6_0 -E main
// Catches: gradients of one, two and three components, offsets, clamp.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
TextureCube<float4> TC : register(t5);
TextureCubeArray<float4> TCA : register(t6);
SamplerState S : register(s0, space3);

float4 main(float4 uv : TEXCOORD0, float3 dx : DX, float3 dy : DY) : SV_Target {
    float4 c = T1.SampleGrad(S, uv.x, dx.x, dy.x) + T1A.SampleGrad(S, uv.xy, dx.x, dy.x, 3);
    c += T2.SampleGrad(S, uv.xy, dx.xy, dy.xy, int2(1, 2)) + T2A.SampleGrad(S, uv.xyz, dx.xy, dy.xy);
    c += T3.SampleGrad(S, uv.xyz, dx, dy) + TC.SampleGrad(S, uv.xyz, dx, dy) + TCA.SampleGrad(S, uv, dx, dy);
    c += T2.SampleGrad(S, uv.xy, dx.xy, dy.xy, int2(0, 0), 1.0);
    return c;
}
