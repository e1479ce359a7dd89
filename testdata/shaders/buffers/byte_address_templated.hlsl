// dxc: -T cs_6_2 -E main
// exec: groups 1; t0 raw: 16 x 32 bytes {float3 a; uint b; uint64 c; float2 d}; u0,space1 raw: the same 16 x 32 bytes with a
//       doubled, b + 1, c + 2^32, d swapped
// Catches: Load<T>/Store<T> of structs, vectors and 64-bit values.
struct Item { float3 a; uint b; uint64_t c; float2 d; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Item x = In.Load<Item>(i * 32);
    x.a *= 2;
    x.b += 1;
    x.c += 0x100000000ull;
    x.d = x.d.yx;
    Out.Store<Item>(i * 32, x);
}
