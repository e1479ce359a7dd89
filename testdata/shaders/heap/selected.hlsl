// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: root constants b0: a, b, c; root UAV u0; raw SRVs in the heap at 0 to 15, word k of number n being 1000 n + k; groups 1:
//       see the test
// Catches: handles that differ by branch, by iteration and by element of a local array.
#define RS "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED), RootConstants(num32BitConstants=3, b0), UAV(u0)"
cbuffer P : register(b0) { uint a, b, c; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    ByteAddressBuffer one = ResourceDescriptorHeap[a];
    if (i > c) one = ResourceDescriptorHeap[b];
    ByteAddressBuffer several[3];
    several[0] = ResourceDescriptorHeap[3];
    several[1] = one;
    several[2] = ResourceDescriptorHeap[NonUniformResourceIndex(i & 15)];
    uint sum = one.Load(i * 4) + several[i % 3].Load(4);
    ByteAddressBuffer next = ResourceDescriptorHeap[b];
    for (uint k = 0; k < c % 8; k++) {
        uint word = next.Load(k * 4);
        sum += word;
        next = ResourceDescriptorHeap[NonUniformResourceIndex((word + i) & 15)];
    }
    Out.Store(i * 4, sum);
}
