// dxc: -T cs_6_0 -E main
// exec: table: structured SRVs t0..t3 (stride 12) of 5 items, UAVs u0..u3 (stride 12) of 6, SRV t4 (stride 12) of 5; root SRV t0 space1 raw:
//       64 words k; root UAV u0 space1 raw; groups 1: words 4i to 4i + 2 = item k >> 2 & 15 of t[k & 3] + item i & 7 of t4, word 4i + 3 =
//       64 times the size of t[k & 3] + size of u[k >> 6 & 3]; item 4 of u[k >> 6 & 3] counts in y, item 8 + (k & 3) is stored, to no avail,
//       z of item k >> 8 & 3 takes the maximum with k, x of item 5 is stored
// Catches: views that start in the middle of a descriptor, and end before it does.
#define RS "DescriptorTable(SRV(t0, numDescriptors=5), UAV(u0, numDescriptors=4)), SRV(t0, space=1), UAV(u0, space=1)"
struct Item { uint x, y, z; };
StructuredBuffer<Item> Items[4] : register(t0);
StructuredBuffer<Item> One : register(t4);
RWStructuredBuffer<Item> Sums[4] : register(u0);
ByteAddressBuffer In : register(t0, space1);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    uint from = NonUniformResourceIndex(k & 3), to = NonUniformResourceIndex(k >> 6 & 3);
    Item a = Items[from][k >> 2 & 15], b = One[i & 7];
    uint size, other, stride;
    Items[from].GetDimensions(size, stride);
    Sums[to].GetDimensions(other, stride);
    Out.Store4(i * 16, uint4(a.x + b.x, a.y + b.y, a.z + b.z, size * 64 + other));
    InterlockedAdd(Sums[to][4].y, 1);
    Item item = { 1, 2, k };
    Sums[to][8 + (k & 3)] = item;
    InterlockedMax(Sums[to][k >> 8 & 3].z, k);
    InterlockedMax(Sums[to][9].x, k);
    Sums[to][5].x = to;
}
