// dxc: -T cs_6_0 -E main
// exec: groups 1; t0..t7 2D 1x1 R32G32B32A32_FLOAT; t8 raw: 64 uints k; s0..s1,space3 point samplers; u0,space1 raw: 64 x float4:
//       texel of t[k & 7] sampled + the same loaded
// Catches: the NonUniform decoration on index, loaded image and combined image, for both texture and sampler.
Texture2D<float4> T[8] : register(t0);
ByteAddressBuffer In : register(t8);
SamplerState S[2] : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    float4 c = T[NonUniformResourceIndex(k & 7)].SampleLevel(S[NonUniformResourceIndex(k & 1)], 0.5, 0);
    c += T[NonUniformResourceIndex(k & 7)].Load(int3(0, 0, 0));
    Out.Store4(i * 16, asuint(c));
}
