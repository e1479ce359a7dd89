// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 12) 16 x {bool a; bool2 b} (any non-zero word is true); u0,space1 structured
//       (stride 8) 16 x {bool all; bool any}: 0 or 1
// Catches: bool in memory is a 32-bit word, stored as 0 or 1.
struct In_ { bool a; bool2 b; };
struct Out_ { bool every; bool some; };
StructuredBuffer<In_> In : register(t0);
RWStructuredBuffer<Out_> Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    In_ x = In[i];
    Out_ y;
    y.every = x.a && x.b.x && x.b.y;
    y.some = x.a || any(x.b);
    Out[i] = y;
}
