// dxc: -T cs_6_0 -E main
// exec: table 0: CBVs b2 space1 unbounded {uint4 row}, raw SRVs t3 space1 (8 of them), typed R32_UINT SRVs t0 space2 unbounded, 2D 2x2
//       R32G32B32A32_FLOAT SRVs t0 space3 unbounded; table 1: structured UAVs with counters u1 space1 (4), typed R32_UINT UAVs u0
//       space2 (4), 2D 4x4 R32_UINT UAVs u0 space3 (4); table 2: samplers s0 space1 (2); root SRV t0 raw: 64 words k; root UAV u0
//       raw; groups 1: u0[i] = row.z of b[k & 3] + word i of t[k & 7] + texel i of t[k & 3] + x sampled at (1, 0) of t[k & 3]
//       with s[k & 1]; UAV k & 3: counter counts, texel 0 of the buffer too, image texel (k >> 2 & 3, k >> 4 & 3) too
// Catches: non-uniform indexes into tables of every class and kind of resource, with base registers and offsets.
#define RS "DescriptorTable(CBV(b2, space=1, numDescriptors=unbounded), SRV(t3, space=1, numDescriptors=8, offset=7), SRV(t0, space=2, numDescriptors=unbounded, offset=20), SRV(t0, space=3, numDescriptors=unbounded, offset=30)), DescriptorTable(UAV(u1, space=1, numDescriptors=4), UAV(u0, space=2, numDescriptors=4), UAV(u0, space=3, numDescriptors=4)), DescriptorTable(Sampler(s0, space=1, numDescriptors=2)), SRV(t0), UAV(u0)"
struct Block { uint4 row; };
ConstantBuffer<Block> Blocks[] : register(b2, space1);
ByteAddressBuffer Words[8] : register(t3, space1);
Buffer<uint> Texels[] : register(t0, space2);
Texture2D<float4> Images[] : register(t0, space3);
RWStructuredBuffer<uint> Counted[4] : register(u1, space1);
RWBuffer<uint> Cells[4] : register(u0, space2);
RWTexture2D<uint> Marks[4] : register(u0, space3);
SamplerState Samplers[2] : register(s0, space1);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint few = NonUniformResourceIndex(k & 3), many = NonUniformResourceIndex(k & 7);
    uint x = Blocks[few].row.z + Words[many].Load(i * 4) + Texels[few][i];
    x += (uint)Images[few].SampleLevel(Samplers[NonUniformResourceIndex(k & 1)], float2(0.75, 0.25), 0).x;
    Out.Store(i * 4, x);
    uint slot = Counted[few].IncrementCounter();
    Counted[few][slot] = i;
    InterlockedAdd(Cells[few][0], 1);
    InterlockedAdd(Marks[few][uint2(k >> 2 & 3, k >> 4 & 3)], 1);
}
