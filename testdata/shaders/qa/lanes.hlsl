// dxc: -T cs_6_6 -E main
// exec: heap: raw SRVs; root SRV t0 raw: 64 words k; root UAV u0 raw: u0[i] = word 0 of the SRV at heap index k
// Catches: reports of many invocations mixed up, faults not counted.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), SRV(t0), UAV(u0)"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    ByteAddressBuffer words = ResourceDescriptorHeap[NonUniformResourceIndex(In.Load(i * 4))];
    Out.Store(i * 4, words.Load(0));
}
