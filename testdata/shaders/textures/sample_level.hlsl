// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 4x4 with 3 mips R32G32B32A32_FLOAT; s0,space3 point or linear clamp sampler; t1 raw: 64 x (float u, v,
//       level); u0,space1 raw: 64 x float4: the sample
// Catches: explicit LOD in compute, filtering between mips.
Texture2D<float4> T : register(t0);
ByteAddressBuffer In : register(t1);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    Out.Store4(i * 16, asuint(T.SampleLevel(S, v.xy, v.z)));
}
