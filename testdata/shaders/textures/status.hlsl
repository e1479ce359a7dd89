// dxc: -T ps_6_0 -E main
// Catches: sparse residency status of samples, gathers and loads of every form.
Texture2D<float4> T : register(t0);
Texture2D<float> D : register(t1);
Texture2DArray<uint4> TA : register(t2);
Texture3D<float4> T3 : register(t3);
Texture2DMS<float4> TM : register(t4);
RWTexture2D<float4> U : register(u4, space1);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

float4 main(float4 uv : TEXCOORD0) : SV_Target {
    uint st[12];
    float4 c = T.Sample(S, uv.xy, int2(0, 0), 0.0, st[0]);
    c += T.SampleBias(S, uv.xy, uv.z, int2(1, 1), 0.5, st[1]);
    c += T.SampleLevel(S, uv.xy, uv.z, int2(0, 0), st[2]);
    c += T.SampleGrad(S, uv.xy, uv.xx, uv.yy, int2(0, 0), 0.0, st[3]);
    c += D.SampleCmp(SC, uv.xy, uv.z, int2(0, 0), 0.0, st[4]);
    c += D.SampleCmpLevelZero(SC, uv.xy, uv.z, int2(0, 0), st[5]);
    c += T.GatherRed(S, uv.xy, int2(0, 0), st[6]);
    c += D.GatherCmp(SC, uv.xy, uv.z, int2(0, 0), st[7]);
    c += (float4)TA.Load(int4(uv), int2(0, 0), st[8]);
    c += T3.Load(int4(uv), int3(0, 0, 0), st[9]);
    c += TM.Load(int2(uv.xy), 1, int2(0, 0), st[10]);
    c += U.Load(int2(uv.xy), st[11]);
    uint mapped = 0;
    [unroll] for (uint k = 0; k < 12; ++k)
        mapped |= CheckAccessFullyMapped(st[k]) ? 1u << k : 0;
    return mapped == 0xfff ? c : float4(mapped, 0, 0, 1);
}
