// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: table: raw SRVs t0 to t3 space1; root constants b0 {uint rounds, which}; root SRV t0 raw: 64 words k; root UAV u0 raw:
//       u0[i] = word i of t0, where k is odd + word i of t1, in each round + word (i + round) % 64 of t2, where which is
//       7 + word i of t3
// Catches: checks of accesses that no path makes; a handle checked at other places than where it is used.
#define RS "DescriptorTable(SRV(t0, space=1, numDescriptors=4)), RootConstants(num32BitConstants=2, b0), SRV(t0), UAV(u0)"
cbuffer P : register(b0) { uint rounds, which; };
ByteAddressBuffer A : register(t0, space1);
ByteAddressBuffer B : register(t1, space1);
ByteAddressBuffer C : register(t2, space1);
ByteAddressBuffer D : register(t3, space1);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = A.Load(i * 4);
    if (In.Load(i * 4) & 1) x += B.Load(i * 4);
    [loop] for (uint round = 0; round < rounds; ++round) x += C.Load((i + round) % 64 * 4);
    [branch] if (which == 7) x += D.Load(i * 4);
    Out.Store(i * 4, x);
}
