// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8 x 8; t0 structured (stride 12): 256 float3; u0,space1 raw: 64 x 3 words: sums of quads
// Catches: rows of three words taken for pairs where a thread stores an even one and an odd one.
StructuredBuffer<float3> In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
groupshared float3 Texels[16 * 16];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_GroupThreadID) {
    uint2 corner = id.xy * 2;
    [unroll] for (uint k = 0; k < 4; k++) {
        uint at = (corner.y + (k >> 1)) * 16 + (corner.x + (k & 1));
        Texels[at] = In[at] * 2;
    }
    GroupMemoryBarrierWithGroupSync();
    uint2 other = (7 - id.xy) * 2;
    float3 sum = 0;
    [unroll] for (uint j = 0; j < 4; j++)
        sum += Texels[(other.y + (j >> 1)) * 16 + other.x + (j & 1)];
    uint number = id.y * 8 + id.x;
    Out.Store3(number * 12, asuint(sum));
}
