// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 32); u0,space1 structured (stride 32): what the code says
// Catches: members that share a vector with others, of other types.
struct S { float4 a; float3 n; uint k; };
StructuredBuffer<S> In : register(t0);
RWStructuredBuffer<S> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    S s = In[i];
    s.a += 1;
    s.n = s.n * 2 + s.a.xyz;
    s.k += i;
    Out[i] = s;
}
