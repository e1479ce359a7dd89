// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 128x128 R32G32B32A32_FLOAT, t1 2D 128x128 D32, t2 2D array 128x128x2 R32G32B32A32_UINT, t3 3D 128x128x4 R32G32B32A32_FLOAT,
//       u1,space1 2D 128x128 R32G32B32A32_FLOAT, all sparse; s0,space3 point, s1,space3 comparison LESS_EQUAL point; u0,space1 raw: 16 x 12
//       words: at texel 32 * (i & 3, i >> 2): bit n for each of the 9 operations below that found its texels mapped, x of a sample with
//       level, of one with gradients, the last gathered x; comparison with 0.5, x of the loads of t0, t2 (slice 1), t3 (z 2); x of u1,
//       the gathered comparisons as bits, 0, 0; what is not mapped reads 0
// Catches: values and residency of sparse operations.
Texture2D<float4> T : register(t0);
Texture2D<float> D : register(t1);
Texture2DArray<uint4> TA : register(t2);
Texture3D<float4> T3 : register(t3);
RWByteAddressBuffer Out : register(u0, space1);
RWTexture2D<float4> U : register(u1, space1);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 p = 32 * uint2(i & 3, i >> 2);
    float2 uv = (p + 0.6) / 128;
    uint st[9];
    float a = T.SampleLevel(S, uv, 0, int2(0, 0), st[0]).x;
    float b = T.SampleGrad(S, uv, float2(0.001, 0), float2(0, 0.001), int2(0, 0), 0.0, st[1]).x;
    float4 c = T.GatherRed(S, uv, int2(0, 0), st[2]);
    float d = D.SampleCmpLevelZero(SC, uv, 0.5, int2(0, 0), st[3]);
    float4 e = D.GatherCmp(SC, uv, 0.5, int2(0, 0), st[4]);
    float f = T.Load(int3(p, 0), int2(0, 0), st[5]).x;
    uint g = TA.Load(int4(p, 1, 0), int2(0, 0), st[6]).x;
    float h = T3.Load(int4(p, 2, 0), int3(0, 0, 0), st[7]).x;
    float k = U.Load(p, st[8]).x;
    uint mapped = 0;
    [unroll] for (uint n = 0; n < 9; ++n)
        mapped |= CheckAccessFullyMapped(st[n]) ? 1u << n : 0;
    uint o = i * 48;
    Out.Store4(o, uint4(mapped, asuint(a), asuint(b), asuint(c.w)));
    Out.Store4(o + 16, uint4(asuint(d), asuint(f), g, asuint(h)));
    Out.Store4(o + 32, uint4(asuint(k), (uint)dot(e, float4(1, 2, 4, 8)), 0, 0));
}
