// dxc: -T cs_6_0 -E main
// exec: table: raw SRVs t2 space1 unbounded, structured UAVs u0 space1 (4) with counters; root SRV t0 raw: 64 words k; root UAV
//       u0 raw: words 2i = word 0 of t[2 + k] + word 0 of t5, 2i + 1 = counter of u[k & 3] incremented
// Catches: indices into tables beyond the heap's size, computed and named.
#define RS "DescriptorTable(UAV(u0, space=1, numDescriptors=4), SRV(t2, space=1, numDescriptors=unbounded)), SRV(t0), UAV(u0)"
ByteAddressBuffer Words[] : register(t2, space1);
RWStructuredBuffer<uint> Counted[4] : register(u0, space1);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint x = Words[NonUniformResourceIndex(k)].Load(0) + Words[3].Load(0);
    Out.Store2(i * 8, uint2(x, Counted[NonUniformResourceIndex(k & 3)].IncrementCounter()));
}
