// dxc: -T cs_6_6 -E main
// dxc[linear]: -T cs_6_6 -E main -D LINEAR
// exec: t0: 64 x 64, R32_FLOAT, 7 mips, each texel the number of its mip; s0,space3 point clamp; groups 1: u0,space1: per thread
//       fine ddx, fine ddy, coarse ddx, coarse ddy of the square of (3 x + 5 y + 1), sampled mip, level of detail (2)
// Catches: which threads of a compute shader make a quad.
Texture2D<float> T : register(t0);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

#ifdef LINEAR
[numthreads(64, 1, 1)]
#else
[numthreads(8, 8, 1)]
#endif
void main(uint3 thread : SV_GroupThreadID, uint i : SV_GroupIndex) {
#ifdef LINEAR
    uint2 at = uint2(i & 1 | i >> 1 & 6, i >> 1 & 1 | i >> 3 & 6);
#else
    uint2 at = thread.xy;
#endif
    float f = 3 * at.x + 5 * at.y + 1;
    f *= f;
    float2 uv = (at + 0.5) * 4 / 64;
    Out.Store4(i * 24, asuint(float4(ddx_fine(f), ddy_fine(f), ddx_coarse(f), ddy_coarse(f))));
    Out.Store2(i * 24 + 16, asuint(float2(T.Sample(S, uv), T.CalculateLevelOfDetail(S, uv))));
}
