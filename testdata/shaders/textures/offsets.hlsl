// dxc: -T cs_6_7 -E main
// exec: groups 1; t0 2D 8x8 4 mips, t1 1D array 8x3 2 mips, t2 2D array 8x8x3, t3 3D 8x8x8 2 mips, all R32G32B32A32_FLOAT, t4 2D 8x8
//       D32_FLOAT 2 mips; s0,space3 point wrap, s1,space3 point clamp, s2,space3 comparison LESS_EQUAL point clamp; t5 raw: 64 x (int2
//       offset, texel x, y); u0,space1 raw: 64 x 11 x float4: samples with the offset from the centre of the texel (of level 1, where
//       there is one) and, the last three, a gather of green and loads of the 2D texture's level 1 and of the array
// Catches: offsets that the shader computes: only their low four bits count, with sign; texels of the wrong level.
Texture2D<float4> T : register(t0);
Texture1DArray<float4> TA1 : register(t1);
Texture2DArray<float4> TA : register(t2);
Texture3D<float4> T3 : register(t3);
Texture2D<float> D : register(t4);
ByteAddressBuffer In : register(t5);
SamplerState W : register(s0, space3);
SamplerState C : register(s1, space3);
SamplerComparisonState SC : register(s2, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int4 v = In.Load4(i * 16);
    int2 o = v.xy;
    float2 at = v.zw + 0.5;
    float4 r[11];
    r[0] = T.SampleLevel(W, at / 8, 0, o);
    r[1] = T.SampleLevel(C, at / 4, 1, o);
    r[2] = T.SampleGrad(C, at / 4, float2(0.25, 0), float2(0, 0.25), o);
    r[3] = TA1.SampleLevel(C, float2(at.x / 4, 2), 1, o.x);
    r[4] = TA.SampleLevel(W, float3(at / 8, 1), 0, o);
    r[5] = T3.SampleLevel(W, float3(at / 4, 0.375), 1, int3(o, o.y));
    r[6] = float4(D.SampleCmpLevelZero(SC, at / 8, 0.5, o), D.SampleCmpLevel(SC, at / 4, 0.5, 1, o), 0, 1);
    r[7] = T.SampleLevel(C, at / 8, 0, int2(o.x, -2));
    r[8] = T.GatherGreen(W, (v.zw + 1.0) / 8, int2(o.x % 32, o.y % 32));
    r[9] = T.Load(int3(v.zw, 1), o);
    r[10] = TA.Load(int4(v.zw, 2, 0), o);
    for (uint n = 0; n < 11; ++n) Out.Store4(i * 176 + n * 16, asuint(r[n]));
}
