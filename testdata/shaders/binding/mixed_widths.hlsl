// dxc: -T cs_6_6 -E main -enable-16bit-types
// exec: table: raw UAV u1 of 1024 bytes, structured SRV t0 (stride 24); root SRV t1 raw: 64 words k; root UAV u0 raw; groups 1: see
//       the code; thread i works on bytes 16i to 16i + 15 of u1
// Catches: accesses of 16, 32 and 64 bits to one buffer, which must see each other's writes.
#define RS "DescriptorTable(UAV(u1), SRV(t0)), SRV(t1), UAV(u0)"
struct Item { float16_t h; uint16_t s; uint w; uint64_t q; double d; };
RWByteAddressBuffer Bytes : register(u1);
StructuredBuffer<Item> Items : register(t0);
ByteAddressBuffer In : register(t1);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4), at = i * 16;
    Bytes.Store<uint64_t>(at, 0x1111222233334444ull * (k & 15));
    Bytes.Store<uint16_t>(at + 2, (uint16_t)k);
    Bytes.Store(at + 8, Bytes.Load(at) + 1);
    Bytes.Store<uint16_t>(at + 12, Bytes.Load<uint16_t>(at + 6));
    Bytes.Store<uint16_t>(at + 14, Bytes.Load<uint16_t>(at + 8));
    uint64_t all = Bytes.Load<uint64_t>(at + 8) + Bytes.Load<uint64_t>(at);
    Item item = Items[k & 15];
    Out.Store<uint64_t>(i * 24, all + item.q);
    Out.Store<double>(i * 24 + 8, item.d + (double)(float)item.h);
    Out.Store2(i * 24 + 16, uint2(item.w, item.s));
}
