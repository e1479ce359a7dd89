// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 16): 64 float4; u0,space1 structured (stride 16): 64 float4, each component the sum of
//       itself and its neighbours among the 256 floats, those beyond the ends being the end's
// Catches: rows that are stored as vectors and read at any place.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);
groupshared float Row[256];

float sum(uint at) {
    return Row[max(at, 1) - 1] + Row[at] + Row[min(at + 1, 255)];
}

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    float4 v = In[t];
    Row[4 * t] = v.x;
    Row[4 * t + 1] = v.y;
    Row[4 * t + 2] = v.z;
    Row[4 * t + 3] = v.w;
    GroupMemoryBarrierWithGroupSync();
    Out[t] = float4(sum(4 * t), sum(4 * t + 1), sum(4 * t + 2), sum(4 * t + 3));
}
