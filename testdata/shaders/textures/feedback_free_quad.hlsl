// dxc: -T ps_6_0 -E main
// Catches: samples in divergent flow and derivatives handed into it (ddx before the branch, grad inside).
Texture2D<float4> T : register(t0);
SamplerState S : register(s0, space3);

float4 main(float2 uv : TEXCOORD0, nointerpolation uint n : COUNT) : SV_Target {
    float2 dx = ddx(uv), dy = ddy(uv);
    float4 c = 0;
    [loop] for (uint k = 0; k < n; ++k) {
        c += T.SampleGrad(S, uv + k * 0.1, dx, dy);
        if (c.w > 4) break;
    }
    return c;
}
