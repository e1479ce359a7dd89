// dxc: -T ps_6_0 -E main
// draw: full-screen, all textures resident: target 0 the sum of the samples, target 1 a bit for each, 0x7ff
// Catches: sparse residency status of samples that need derivatives, and of the other forms beside them.
Texture2D<float4> T : register(t0);
Texture2D<float> D : register(t1);
Texture2DArray<uint4> TA : register(t2);
Texture3D<float4> T3 : register(t3);
RWTexture2D<float4> U : register(u4, space1);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

struct Output { float4 sum : SV_Target0; uint mapped : SV_Target1; };

Output main(float4 uv : TEXCOORD0) {
    uint st[11];
    int3 at = int3(uv.xy * 4 - 0.0625, 0);
    float4 c = T.Sample(S, uv.xy, int2(0, 0), 0.0, st[0]);
    c += T.SampleBias(S, uv.xy, uv.z, int2(1, 1), 0.0, st[1]);
    c += T.SampleLevel(S, uv.xy, uv.z, int2(0, 0), st[2]);
    c += T.SampleGrad(S, uv.xy, float2(0.125, 0), float2(0, 0.125), int2(0, 0), 0.0, st[3]);
    c += D.SampleCmp(SC, uv.xy, uv.z, int2(0, 0), 0.0, st[4]);
    c += D.SampleCmpLevelZero(SC, uv.xy, uv.z, int2(0, 0), st[5]);
    c += T.GatherRed(S, uv.xy, int2(0, 0), st[6]);
    c += D.GatherCmp(SC, uv.xy, uv.z, int2(0, 0), st[7]);
    c += (float4)TA.Load(int4(at, 0), int2(0, 0), st[8]);
    c += T3.Load(int4(at, 0), int3(0, 0, 0), st[9]);
    c += U.Load(at.xy, st[10]);
    uint mapped = 0;
    [unroll] for (uint k = 0; k < 11; ++k)
        mapped |= CheckAccessFullyMapped(st[k]) ? 1u << k : 0;
    Output o;
    o.sum = c;
    o.mapped = mapped;
    return o;
}
