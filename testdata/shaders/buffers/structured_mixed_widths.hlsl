// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 40) 16 x {half a; half3 b; uint16 c; (2 bytes pad) float d; (pad to 8) double e;
//       uint64 f; half2 g; (pad 4)}; u0,space1 structured of the same layout: a+1, b.zyx, c*2, -d, e*0.5, f+1, g.yx
// Catches: member offsets and alignment with 16- and 64-bit members.
struct Item { half a; half3 b; uint16_t c; float d; double e; uint64_t f; half2 g; };
StructuredBuffer<Item> In : register(t0);
RWStructuredBuffer<Item> Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Item x = In[i];
    x.a += 1;
    x.b = x.b.zyx;
    x.c *= 2;
    x.d = -x.d;
    x.e *= 0.5;
    x.f += 1;
    x.g = x.g.yx;
    Out[i] = x;
}
