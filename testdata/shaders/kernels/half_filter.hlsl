// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 65535; t0 structured (stride 8): half4; u0,space1 structured (stride 8): five taps, weighted
// Catches: halves loaded one by one, or converted to floats and back.
StructuredBuffer<half4> In : register(t0);
RWStructuredBuffer<half4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    static const half weights[5] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    half4 sum = 0;
    [unroll] for (uint k = 0; k < 5; k++) sum += In[i + k] * weights[k];
    half4 soft = sum * sum * (half(3) - half(2) * sum);
    Out[i] = max(soft, half4(0.125, 0.25, 0.375, 0.5));
}
