// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16); u0,space1 structured (stride 16): a recurrence of 64 steps
// Catches: nothing in memory hides what arithmetic costs.
StructuredBuffer<float4> A : register(t0);
RWStructuredBuffer<float4> B : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = A[i];
    [loop]
    for (uint k = 0; k < 64; k++)
        v = v.yzwx * 0.5 + v * 0.25 + 1.0;
    B[i] = v;
}
