// dxc: -T ps_6_7 -E main
// draw: full-screen; t0: 64 x 64, R32_FLOAT, 7 mips, each texel the number of its mip; s0,space3 point clamp: red 1 where any pixel of the
//       quad has x % 4 = 0 and y % 4 = 1, green where all have x > 3, blue the mip sampled where any, 4 texels a step, else 9
// Catches: votes of quads in pixel shaders, derivatives in flow that they decide on.
Texture2D<float> T : register(t0);
SamplerState S : register(s0, space3);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    bool any = QuadAny(p.x % 4 == 0 && p.y % 4 == 1);
    float mip = 9;
    [branch] if (any)
        mip = T.Sample(S, position.xy * 4 / 64);
    return float4(any ? 1 : 0, QuadAll(p.x > 3) ? 1 : 0, mip, 1);
}
