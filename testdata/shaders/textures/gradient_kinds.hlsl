// dxc: -T cs_6_0 -E main
// exec: groups 1; t0..t6: 1D, 1D array of 3, 2D, 2D array of 3, 3D, cube, cube array of 2, each 16 wide with 4 mips,
//       R32G32B32A32_FLOAT; s0,space3 point clamp; t7 raw: 64 x 24 floats (u, v, w, slice; direction, cube; gradient along x,
//       along y, each with padding; the same of the direction); u0,space1 raw: 64 x 8 x float4: the seven samples, and 2D with
//       offset (1, 2)
// Catches: gradients of one, two and three components, in order.
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
    uint a = i * 96, o = i * 128;
    float4 uv = asfloat(In.Load4(a)), d = asfloat(In.Load4(a + 16));
    float3 x = asfloat(In.Load3(a + 32)), y = asfloat(In.Load3(a + 48));
    float3 dx = asfloat(In.Load3(a + 64)), dy = asfloat(In.Load3(a + 80));
    Out.Store4(o, asuint(T1.SampleGrad(S, uv.x, x.x, y.x)));
    Out.Store4(o + 16, asuint(T1A.SampleGrad(S, uv.xw, x.x, y.x)));
    Out.Store4(o + 32, asuint(T2.SampleGrad(S, uv.xy, x.xy, y.xy)));
    Out.Store4(o + 48, asuint(T2A.SampleGrad(S, uv.xyw, x.xy, y.xy)));
    Out.Store4(o + 64, asuint(T3.SampleGrad(S, uv.xyz, x, y)));
    Out.Store4(o + 80, asuint(TC.SampleGrad(S, d.xyz, dx, dy)));
    Out.Store4(o + 96, asuint(TCA.SampleGrad(S, d, dx, dy)));
    Out.Store4(o + 112, asuint(T2.SampleGrad(S, uv.xy, x.xy, y.xy, int2(1, 2))));
}
