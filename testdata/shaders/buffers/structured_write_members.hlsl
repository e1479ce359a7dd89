// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 structured (stride 28) 16 x {uint a; float2 b; uint3 c; uint d}, words 0xffffffff before: a = i,
//       b.y = i, c.z = i * 2, and b.x, c.x, c.y, d stay as they are
// Catches: stores with a partial mask must not touch neighbours.
struct Item { uint a; float2 b; uint3 c; uint d; };
RWStructuredBuffer<Item> Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i].a = i;
    Out[i].b.y = i;
    Out[i].c.z = i * 2;
}
