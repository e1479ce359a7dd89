// dxc: -T cs_6_0 -E main
// exec: groups 1; t0..t5: 1D, 1D array of 3, 2D, 2D array of 3, cube, cube array of 2, each 8 wide, D32; s0,space3 point clamp, comparison
//       LESS_EQUAL; t6 raw: 64 x 12 floats (u, v, slice, reference; direction, cube; int2 offset, padding); u0,space1 raw: 64 x 32
//       floats: SampleCmpLevelZero of the six, 2D with offset (1, -2), 0; GatherCmp of 2D, 2D array, cube, cube array, 2D with offset
//       (1, 1), 2D with the run-time offset
// Catches: coordinates and reference of comparisons of every dimension, order of the gathered texels.
Texture1D<float> T1 : register(t0);
Texture1DArray<float> T1A : register(t1);
Texture2D<float> T2 : register(t2);
Texture2DArray<float> T2A : register(t3);
TextureCube<float> TC : register(t4);
TextureCubeArray<float> TCA : register(t5);
ByteAddressBuffer In : register(t6);
SamplerComparisonState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 uv = asfloat(In.Load4(i * 48)), d = asfloat(In.Load4(i * 48 + 16));
    int2 offset = (int2)In.Load2(i * 48 + 32);
    uint o = i * 128;
    Out.Store4(o, asuint(float4(T1.SampleCmpLevelZero(S, uv.x, uv.w), T1A.SampleCmpLevelZero(S, uv.xz, uv.w),
                                T2.SampleCmpLevelZero(S, uv.xy, uv.w), T2A.SampleCmpLevelZero(S, uv.xyz, uv.w))));
    Out.Store4(o + 16, asuint(float4(TC.SampleCmpLevelZero(S, d.xyz, uv.w), TCA.SampleCmpLevelZero(S, d, uv.w),
                                     T2.SampleCmpLevelZero(S, uv.xy, uv.w, int2(1, -2)), 0)));
    Out.Store4(o + 32, asuint(T2.GatherCmp(S, uv.xy, uv.w)));
    Out.Store4(o + 48, asuint(T2A.GatherCmp(S, uv.xyz, uv.w)));
    Out.Store4(o + 64, asuint(TC.GatherCmp(S, d.xyz, uv.w)));
    Out.Store4(o + 80, asuint(TCA.GatherCmp(S, d, uv.w)));
    Out.Store4(o + 96, asuint(T2.GatherCmp(S, uv.xy, uv.w, int2(1, 1))));
    Out.Store4(o + 112, asuint(T2.GatherCmp(S, uv.xy, uv.w, offset)));
}
