// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 structured (stride 16); u0,space1 structured (stride 16)
// Catches: wave operations that take detours.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = In[i];
    float4 sum = WaveActiveSum(v);
    float most = WaveActiveMax(v.x);
    uint before = WavePrefixCountBits(v.y > 0.25);
    uint4 ballot = WaveActiveBallot(v.z < v.w);
    float first = WaveReadLaneFirst(v.w);
    float other = WaveReadLaneAt(v.z, WaveGetLaneIndex() ^ 1);
    float prefix = WavePrefixSum(v.x);
    Out[i] = sum + float4(most, float(before + countbits(ballot.x)), first + other, prefix);
}
