// dxc: -T cs_6_0 -E main
// exec: groups 1; t0..t6: 1D, 1D array of 3, 2D, 2D array of 3, 3D, cube, cube array of 2, each 8 wide with 3 mips,
//       R32G32B32A32_FLOAT; s0,space3 point clamp; t7 raw: 64 x 12 floats (u, v, w, level; direction, cube; slice and padding);
//       u0,space1 raw: 64 x 12 x float4: the seven samples, then with offsets: 1D (-8), 1D array (7), 2D (-3, 5), 2D array
//       (1, -1), 3D (1, 2, -4)
// Catches: coordinates, slices, faces and offsets of explicit-level samples of every dimension.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
TextureCube<float4> TC : register(t5);
TextureCubeArray<float4> TCA : register(t6);
ByteAddressBuffer In : register(t7);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 uv = asfloat(In.Load4(i * 48)), d = asfloat(In.Load4(i * 48 + 16));
    float slice = asfloat(In.Load(i * 48 + 32)), level = uv.w;
    uint o = i * 192;
    Out.Store4(o, asuint(T1.SampleLevel(S, uv.x, level)));
    Out.Store4(o + 16, asuint(T1A.SampleLevel(S, float2(uv.x, slice), level)));
    Out.Store4(o + 32, asuint(T2.SampleLevel(S, uv.xy, level)));
    Out.Store4(o + 48, asuint(T2A.SampleLevel(S, float3(uv.xy, slice), level)));
    Out.Store4(o + 64, asuint(T3.SampleLevel(S, uv.xyz, level)));
    Out.Store4(o + 80, asuint(TC.SampleLevel(S, d.xyz, level)));
    Out.Store4(o + 96, asuint(TCA.SampleLevel(S, d, level)));
    Out.Store4(o + 112, asuint(T1.SampleLevel(S, uv.x, level, -8)));
    Out.Store4(o + 128, asuint(T1A.SampleLevel(S, float2(uv.x, slice), level, 7)));
    Out.Store4(o + 144, asuint(T2.SampleLevel(S, uv.xy, level, int2(-3, 5))));
    Out.Store4(o + 160, asuint(T2A.SampleLevel(S, float3(uv.xy, slice), level, int2(1, -1))));
    Out.Store4(o + 176, asuint(T3.SampleLevel(S, uv.xyz, level, int3(1, 2, -4))));
}
