// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 64): matrices; t1 structured (stride 16); u0,space1 structured (stride 16): products
// Catches: rows of matrices in the wrong order.
StructuredBuffer<float4x4> M : register(t0);
StructuredBuffer<float4> V : register(t1);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = mul(M[i], V[i]);
}
