// dxc: -T cs_6_0 -E main
// exec: table: 8 raw SRVs t4..t11; root constants b0 {uint which}; root UAV u0; groups 1: u0[i] = word i of t4 + which
// Catches: a uniform run-time index into a range that does not begin at register 0.
#define RS "DescriptorTable(SRV(t4, numDescriptors=8)), RootConstants(num32BitConstants=1, b0), UAV(u0)"
ByteAddressBuffer A[8] : register(t4);
cbuffer P : register(b0) { uint which; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, A[which].Load(i * 4));
}
