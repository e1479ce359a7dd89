// dxc: -T cs_6_8 -E main
// exec: groups 1; t0 2D 16x16 4 mips D32_FLOAT, t1 2D array 16x16x3 4 mips D32_FLOAT, t2 cube 16 4 mips D32_FLOAT, each texel (mip + 4
//       layer) / 32 but for texels with x + y odd, 1; s0,space3 comparison LESS_EQUAL point clamp; t3 raw: 64 x (texel x, y of level 1,
//       level, reference), all floats; u0,space1 raw: 64 x 8 floats: comparisons with a level of t0, t0 with offset (1, 0), t1's
//       layer 2, t2's first face; with gradients of that level of t0, t0 with offset (0, 1), t1's layer 1, and, with gradients of level
//       0 but no level below 2, t0
// Catches: another level than the one asked for, offsets before the level, the clamp.
Texture2D<float> T : register(t0);
Texture2DArray<float> TA : register(t1);
TextureCube<float> TC : register(t2);
ByteAddressBuffer In : register(t3);
SamplerComparisonState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = asfloat(In.Load4(i * 16));
    float2 uv = (v.xy + 0.5) / (16 / exp2(v.z));
    float step = exp2(v.z) / 16;
    float2 x = float2(step, 0), y = float2(0, step);
    float3 direction = float3(1, 1 - 2 * uv.y, 1 - 2 * uv.x);
    float4 a = float4(T.SampleCmpLevel(S, uv, v.w, v.z), T.SampleCmpLevel(S, uv, v.w, v.z, int2(1, 0)),
                      TA.SampleCmpLevel(S, float3(uv, 2), v.w, v.z), TC.SampleCmpLevel(S, direction, v.w, v.z));
    float4 b = float4(T.SampleCmpGrad(S, uv, v.w, x, y), T.SampleCmpGrad(S, uv, v.w, x, y, int2(0, 1)),
                      TA.SampleCmpGrad(S, float3(uv, 1), v.w, x, y, int2(0, 0)),
                      T.SampleCmpGrad(S, uv, v.w, x / 64, y / 64, int2(0, 0), 2));
    Out.Store4(i * 32, asuint(a));
    Out.Store4(i * 32 + 16, asuint(b));
}
