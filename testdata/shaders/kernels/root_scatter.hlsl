// dxc: -T cs_6_0 -E main
// exec: groups 65535; root SRVs t0 structured (stride 16): indices, t1 structured (stride 16): elements; root UAV u0,space1 structured (stride 16)
// Catches: elements at addresses that are read only behind the stores of those before.
StructuredBuffer<uint4> Indices : register(t0);
StructuredBuffer<float4> Elements : register(t1);
RWStructuredBuffer<float4> Out : register(u0, space1);

[RootSignature("SRV(t0), SRV(t1), UAV(u0, space = 1)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    [unroll] for (uint k = 0; k < 4; ++k)
        Out[i * 4 + k] = Elements[Indices[i][k] & 0xfffff] * 2;
}
