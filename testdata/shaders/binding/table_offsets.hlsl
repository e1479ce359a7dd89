// dxc: -T cs_6_0 -E main
// exec: one table: UAV u0 at offset 5, SRV t0 (4 of them) at offset 1, SRV t10 space2 at offset 9; groups 1: u0[i] = t0[i & 3][i] +
//       t10[i] (all raw)
// Catches: explicit offsetInDescriptorsFromTableStart, out of order.
#define RS "DescriptorTable(UAV(u0, offset=5), SRV(t0, numDescriptors=4, offset=1), SRV(t10, space=2, offset=9))"
ByteAddressBuffer A[4] : register(t0);
ByteAddressBuffer B : register(t10, space2);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, A[NonUniformResourceIndex(i & 3)].Load(i * 4) + B.Load(i * 4));
}
