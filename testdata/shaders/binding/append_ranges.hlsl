// dxc: -T cs_6_0 -E main
// exec: table: SRVs t2..t4, CBVs b4..b5, SRVs t0..t1 space1 at offset 9, UAVs u3..u4, SRVs from t100 space7 on, all raw; root constants b0:
//       n; root SRV t0 space2 raw: 64 words k; root UAV u0 space1 raw; groups 1: u0[i] = word i of t[3 + (k & 1)] + b5.y + word i of
//       t1 space1 + word i of t[105 + (k & 3)] space7 + word i of t[105 + n] space7; word i of u4 = k
// Catches: ranges that append, ranges that append behind an offset, resources in the middle of a range.
#define RS "DescriptorTable(SRV(t2, numDescriptors=3), CBV(b4, numDescriptors=2), SRV(t0, space=1, numDescriptors=2, offset=9), UAV(u3, numDescriptors=2), SRV(t100, space=7, numDescriptors=unbounded)), RootConstants(num32BitConstants=1, b0), SRV(t0, space=2), UAV(u0, space=1)"
ByteAddressBuffer A[2] : register(t3);
cbuffer Q : register(b5) { uint x, y; };
ByteAddressBuffer B : register(t1, space1);
RWByteAddressBuffer U : register(u4);
ByteAddressBuffer C[] : register(t105, space7);
cbuffer P : register(b0) { uint n; };
ByteAddressBuffer In : register(t0, space2);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4), at = i * 4;
    uint sum = A[NonUniformResourceIndex(k & 1)].Load(at) + y + B.Load(at);
    sum += C[NonUniformResourceIndex(k & 3)].Load(at) + C[n].Load(at);
    Out.Store(at, sum);
    U.Store(at, k);
}
