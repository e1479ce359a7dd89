// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): a + b, a * b
// Catches: halves in the wrong half of their words.
struct S { half4 a, b; };
StructuredBuffer<S> In : register(t0);
RWStructuredBuffer<S> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    S s = In[i], r;
    r.a = s.a + s.b;
    r.b = s.a * s.b;
    Out[i] = r;
}
