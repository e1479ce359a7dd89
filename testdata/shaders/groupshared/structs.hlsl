// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 structured (stride 4): 64 uints x; u0,space1 structured (stride 4): 64 words
//       (with y = x of thread 63-i: y*2 + float(y) as int + bool(y&1) + j[(i+1)&3] of that thread, j[k] = y + k)
// Catches: arrays of structs with floats, vectors, bools and nested arrays, which DXC splits into flat arrays.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
struct Item { uint a; float3 b; bool c; uint d[4]; };
groupshared Item Items[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    uint x = In[t] & 0xffff;
    Items[t].a = x * 2;
    Items[t].b = float3(0, x, 1);
    Items[t].c = (x & 1) != 0;
    for (uint k = 0; k < 4; ++k) Items[t].d[k] = x + k;
    GroupMemoryBarrierWithGroupSync();
    uint o = 63 - t;
    Out[t] = Items[o].a + (uint)Items[o].b.y + (Items[o].c ? 1 : 0) + Items[o].d[(t + 1) & 3];
}
