// dxc: -T ps_6_0 -E main
// draw: a full target of 16 x 16: t0 2D, 64 wide, 7 mips, each texel its mip; s0,space3 point; b0,space2: factors. Each
//       pixel: the level of a sample with gradients scaled by x, by x across and y down, by x of other coordinates, and by z
// Catches: a bias of another level than the gradients have.
Texture2D<float> T : register(t0);
SamplerState S : register(s0, space3);
cbuffer C : register(b0, space2) { float4 Scale; };

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = position.xy / 16;
    float4 result;
    result.x = T.SampleGrad(S, uv, ddx(uv) * Scale.x, ddy(uv) * Scale.x);
    result.y = T.SampleGrad(S, uv, ddx(uv) * Scale.x, ddy(uv) * Scale.y);
    result.z = T.SampleGrad(S, uv, ddx(uv * 2) * Scale.x, ddy(uv * 2) * Scale.x);
    result.w = T.SampleGrad(S, uv, ddx(uv) * Scale.z, ddy(uv) * Scale.z);
    return result;
}
