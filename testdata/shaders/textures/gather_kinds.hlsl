// dxc: -T ps_6_0 -E main
// Catches: gathers of arrays and cubes, comparison gathers, run-time offsets, four offsets, integer textures.
Texture2D<float4> T2 : register(t0);
Texture2DArray<float4> T2A : register(t1);
TextureCube<float4> TC : register(t2);
TextureCubeArray<float4> TCA : register(t3);
Texture2D<uint4> TU : register(t4);
Texture2DArray<int4> TI : register(t5);
Texture2D<float> D2 : register(t6);
Texture2DArray<float> D2A : register(t7);
TextureCube<float> DC : register(t8);
TextureCubeArray<float> DCA : register(t9);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);

float4 main(float4 uv : TEXCOORD0, float depth : DEPTH, nointerpolation int2 offset : OFFSET) : SV_Target {
    float4 c = T2A.GatherGreen(S, uv.xyz) + TC.GatherBlue(S, uv.xyz) + TCA.GatherAlpha(S, uv);
    c += T2.GatherRed(S, uv.xy, offset) + T2.GatherGreen(S, uv.xy, int2(0, 1), int2(2, 3), int2(4, 5), int2(-8, 7));
    c += (float4)TU.Gather(S, uv.xy) + (float4)TI.GatherGreen(S, uv.xyz);
    c += D2.GatherCmp(SC, uv.xy, depth) + D2A.GatherCmp(SC, uv.xyz, depth) + DC.GatherCmp(SC, uv.xyz, depth) +
         DCA.GatherCmp(SC, uv, depth) + D2.GatherCmp(SC, uv.xy, depth, int2(1, 1)) + D2.GatherCmpRed(SC, uv.xy, depth, offset);
    return c;
}
