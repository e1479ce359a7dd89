// dxc: -T ps_6_0 -E main
// Catches: local copies of resources chosen by a branch, which DXC turns into an index or a select.
Texture2D<float4> A[2] : register(t0);
SamplerState S : register(s0, space3);
cbuffer Params : register(b0, space2) { uint Which; };

float4 main(float2 uv : TEXCOORD0) : SV_Target {
    Texture2D<float4> t = A[Which & 1];
    float4 c = t.Sample(S, uv);
    if (Which > 4) c *= t.SampleLevel(S, uv.yx, 1);
    return c;
}
