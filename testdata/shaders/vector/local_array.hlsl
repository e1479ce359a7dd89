// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): elements of a local array chosen by the thread
// Catches: local arrays of vectors whose components are taken for one another.
StructuredBuffer<float4> A : register(t0);
RWStructuredBuffer<float4> B : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = A[i];
    float4 table[8];
    [unroll]
    for (uint k = 0; k < 8; k++)
        table[k] = v * (k + 1) + v.wzyx;
    table[i & 7] += 1.0;
    B[i] = table[(i >> 3) & 7] + table[(i + 3) & 7];
}
