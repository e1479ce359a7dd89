// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): sums of two rows that other threads have
// Catches: groupshared vectors loaded or stored in parts, or before the barrier.
StructuredBuffer<float4> A : register(t0);
RWStructuredBuffer<float4> B : register(u0, space1);
groupshared float4 rows[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint l : SV_GroupIndex) {
    rows[l] = A[i];
    GroupMemoryBarrierWithGroupSync();
    float4 sum = rows[63 - l];
    for (uint k = 1; k < 8; k++)
        sum += rows[(l + k * 5) & 63];
    B[i] = sum;
}
