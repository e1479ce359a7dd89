// dxc: -T cs_6_0 -E main
// exec: table 0: SRV t0 space1 unbounded (raw buffers); table 1: SRV t0 space2 unbounded (2D textures, 1x1); root constant b0: count
//       n; root UAV u0 raw; groups 1: u0[i] = first word of buffer i % n + uint of texel .x of texture i % n
// Catches: unbounded ranges; the same register in two spaces.
#define RS "DescriptorTable(SRV(t0, space=1, numDescriptors=unbounded)), DescriptorTable(SRV(t0, space=2, numDescriptors=unbounded)), RootConstants(num32BitConstants=1, b0), UAV(u0)"
ByteAddressBuffer Buffers[] : register(t0, space1);
Texture2D<float4> Textures[] : register(t0, space2);
cbuffer P : register(b0) { uint n; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = NonUniformResourceIndex(i % n);
    Out.Store(i * 4, Buffers[k].Load(0) + (uint)Textures[k].Load(int3(0, 0, 0)).x);
}
