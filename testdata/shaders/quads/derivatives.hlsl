// dxc: -T cs_6_6 -E main
// dxc[flat]: -T cs_6_6 -E main -D Y=9 -Vd
// dxc[alone]: -T cs_6_6 -E main -D X=1 -D Y=1 -Vd
// exec: groups 1; t0: 64 x 64, R32_FLOAT, 7 mips, each texel the number of its mip; s0,space3 point clamp; u0,space1 raw: for each thread
//       8 words: fine ddx and ddy, coarse ddx and ddy of (3 x + 5 y + 1) squared, mip sampled, mip sampled with bias 1.25, level of
//       detail clamped and not (4 texels a step: 2). x and y are those of the thread, in groups of odd height of its place among
//       quads of four in a row.
// Catches: derivatives that go by other quads than QuadRead; groups that have none.
#ifndef X
#define X 8
#endif
#ifndef Y
#define Y 8
#endif
Texture2D<float> T : register(t0);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(X, Y, 1)]
void main(uint3 thread : SV_GroupThreadID, uint i : SV_GroupIndex) {
#if Y == 9
    uint2 at = uint2((i & 1) | (i >> 1 & 6), (i >> 1 & 1) | (i >> 3 & 14));
#else
    uint2 at = thread.xy;
#endif
    float f = 3 * at.x + 5 * at.y + 1;
    f *= f;
    float2 uv = (at + 0.5) * 4 / 64;
    Out.Store4(i * 32, asuint(float4(ddx_fine(f), ddy_fine(f), ddx_coarse(f), ddy_coarse(f))));
    Out.Store4(i * 32 + 16, asuint(float4(T.Sample(S, uv), T.SampleBias(S, uv, 1.25), T.CalculateLevelOfDetail(S, uv),
                                          T.CalculateLevelOfDetailUnclamped(S, uv))));
}
