// dxc: -T cs_6_0 -E main
// exec: table: CBV b1 {uint a, b}, raw SRVs t2 space1 unbounded, structured UAV u1 (stride 4) with counter; root SRV t0 raw: 64 words k;
//       root constants b0 {uint few}; root UAV u0 raw: u0[i] = word i of t[k] of space1 + b; the first few lanes append i
// Catches: checks of tables, of fixed and of dynamic registers, and of UAV counters; checks of what is no heap.
#define RS "DescriptorTable(CBV(b1), SRV(t2, space=1, numDescriptors=unbounded, offset=5), UAV(u1, offset=1)), RootConstants(num32BitConstants=1, b0), SRV(t0), UAV(u0)"
cbuffer P : register(b0) { uint few; };
cbuffer Q : register(b1) { uint a, b; };
ByteAddressBuffer Words[] : register(t2, space1);
AppendStructuredBuffer<uint> Appended : register(u1);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    Out.Store(i * 4, Words[NonUniformResourceIndex(k)].Load(i * 4) + b);
    if (i < few) Appended.Append(i);
}
