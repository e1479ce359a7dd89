// dxc: -T cs_6_0 -E main
// exec: table: typed SRVs t0..t3 of 7 elements, UAVs u0..u3 (R32_UINT) of 7; root SRV t0 space1 raw: 64 words k; root UAV u0 space1 raw;
//       groups 1: words 2i = element k >> 2 & 15 of t[k & 3] + element i & 7 of t2, word 2i + 1 = 64 times the size of t[k & 3] +
//       size of u1; element k >> 6 & 15 of u[k & 3] counts; element 6 of u1 is stored, and elements 7 and more, to no avail
// Catches: typed views that start in the middle of a descriptor, and end before it does.
#define RS "DescriptorTable(SRV(t0, numDescriptors=4), UAV(u0, numDescriptors=4)), SRV(t0, space=1), UAV(u0, space=1)"
Buffer<uint> In4[4] : register(t0);
RWBuffer<uint> Counts[4] : register(u0);
ByteAddressBuffer In : register(t0, space1);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint few = NonUniformResourceIndex(k & 3);
    uint size, other;
    In4[few].GetDimensions(size);
    Counts[1].GetDimensions(other);
    Out.Store2(i * 8, uint2(In4[few][k >> 2 & 15] + In4[2][i & 7], size * 64 + other));
    uint at = k >> 6 & 15;
    InterlockedAdd(Counts[few][at == 6 ? 7 : at], 1);
    Counts[1][i == 0 ? 6 : 7 + i] = 77;
}
