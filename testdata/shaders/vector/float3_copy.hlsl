// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 12); u0,space1 structured (stride 12): t0 times 2
// Catches: elements of three words read or written as four.
StructuredBuffer<float3> In : register(t0);
RWStructuredBuffer<float3> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = In[i] * 2;
}
