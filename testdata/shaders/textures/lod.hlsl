// dxc: -T ps_6_0 -E main
// Catches: CalculateLevelOfDetail clamped and unclamped; array slices are no part of its coordinates.
Texture1D<float> T1 : register(t0);
Texture2D<float4> T2 : register(t1);
Texture2DArray<float4> T2A : register(t2);
Texture3D<float4> T3 : register(t3);
TextureCube<float4> TC : register(t4);
TextureCubeArray<float4> TCA : register(t5);
SamplerState S : register(s0, space3);

float4 main(float3 uv : TEXCOORD0) : SV_Target {
    return float4(T2.CalculateLevelOfDetail(S, uv.xy), T2.CalculateLevelOfDetailUnclamped(S, uv.xy),
                  T1.CalculateLevelOfDetail(S, uv.x) + T2A.CalculateLevelOfDetailUnclamped(S, uv.xy),
                  T3.CalculateLevelOfDetail(S, uv) + TC.CalculateLevelOfDetail(S, uv) + TCA.CalculateLevelOfDetailUnclamped(S, uv));
}
