// dxc: -T cs_6_0 -E main
// exec: t0..t7 2D 1x1 R32G32B32A32_FLOAT, raw t8: 64 words k, point sampler s0,space3, raw output u0; groups 1,1,1: x of the texel
//       of t[k & 7], sampled
// Catches: an index that differs between lanes although the shader does not say so, where it is to be taken so.
Texture2D<float4> Images[8] : register(t0);
ByteAddressBuffer In : register(t8);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(4 * i, asuint(Images[In.Load(4 * i) & 7].SampleLevel(S, 0.5, 0).x));
}
