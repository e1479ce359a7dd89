// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 8x8 with 4 mips (mip k holds the value k in x); s0,space3 point mip sampler; t1 raw: 64 x (float u, v,
//       gradient g); u0,space1 raw: 64 floats: x sampled with gradients (g, 0), (0, g): the mip chosen
// Catches: order of gradient operands; level = log2(8 g).
Texture2D<float4> T : register(t0);
ByteAddressBuffer In : register(t1);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    Out.Store(i * 4, asuint(T.SampleGrad(S, v.xy, float2(v.z, 0), float2(0, v.z)).x));
}
