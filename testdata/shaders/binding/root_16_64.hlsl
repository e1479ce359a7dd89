// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: root SRV t0 structured (stride 16) 64 {half4 a; double b}; root UAV u0 of the same: (a.wzyx, b * 2); root CBV b0 {half4 s; uint64 t}
//       added: a += s, b += double(t)
// Catches: 16- and 64-bit accesses through buffer addresses.
#define RS "SRV(t0), UAV(u0), CBV(b0)"
struct Item { half4 a; double b; };
StructuredBuffer<Item> In : register(t0);
RWStructuredBuffer<Item> Out : register(u0);
cbuffer P : register(b0) { half4 s; uint64_t t; };

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Item x = In[i];
    x.a = x.a.wzyx + s;
    x.b = x.b * 2 + (double)t;
    Out[i] = x;
}
