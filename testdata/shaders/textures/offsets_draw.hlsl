// dxc: -T ps_6_7 -E main
// draw: 16x16 over vertex/fullscreen's triangle; t0 2D 16x16 5 mips R32G32B32A32_FLOAT, t1 2D 16x16 5 mips D32_FLOAT; s0,space3 point
//       wrap, s1,space3 comparison LESS_EQUAL point wrap; two texels of level 0 a pixel; in columns by turns: a sample, one with a bias
//       of 1, one of level 0 by a bias of -1, and, in one channel each, a comparison with its own offset and with that of the
//       neighbour's; offsets are x % 11 - 5 and y % 7 - 3
// Catches: levels of detail from coordinates that an offset has moved, which differs from pixel to pixel.
Texture2D<float4> T : register(t0);
Texture2D<float> D : register(t1);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = uint2(position.xy);
    int2 o = int2(p.x % 11, p.y % 7) - int2(5, 3);
    float2 uv = position.xy / 8 + 0.02;
    float4 a = T.Sample(S, uv, o);
    float4 b = T.SampleBias(S, uv, 1, o);
    float4 c = T.SampleBias(S, uv, -1, o);
    float d = D.SampleCmp(SC, uv, 0.5, o);
    float e = D.SampleCmp(SC, uv, 0.5, o + int2(1, 0));
    uint n = p.x % 4;
    return n == 0 ? a : n == 1 ? b : n == 2 ? c : float4(d, e, 0, 1);
}
