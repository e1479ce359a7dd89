// dxc: -T cs_6_0 -E main
// exec: groups 65535; root SRV t0 and UAV u0,space1, structured (stride 32)
// Catches: fields of a structure at an address accessed one by one.
struct S { float3 p; float u; float3 n; float v; };
StructuredBuffer<S> In : register(t0);
RWStructuredBuffer<S> Out : register(u0, space1);

[RootSignature("SRV(t0), UAV(u0, space = 1)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    S s = In[i];
    s.p = s.p * s.v + s.n;
    s.n = s.n * s.u;
    Out[i] = s;
}
