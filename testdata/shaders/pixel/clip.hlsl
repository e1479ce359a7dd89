// dxc: -T ps_6_0 -E main
// Catches: clip() of a vector, followed by derivatives and a texture sample that need the discarded lanes as helpers.
Texture2D<float4> T : register(t0);
SamplerState S : register(s0, space3);

float4 main(float3 v : V, float2 uv : TEXCOORD) : SV_Target {
    clip(v - 0.25);
    return T.Sample(S, uv * v.xy) + ddx(uv.x);
}
