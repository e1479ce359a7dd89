// dxc: -T cs_6_0 -E main
// exec: groups 2,2,1 of 16x16; t0 structured (stride 16): 32 x 32 float4; u0,space1 structured (stride 16): its transpose
// Catches: two-dimensional groupshared arrays with padding, vector elements, 2D thread ids.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float4> Out : register(u0, space1);
groupshared float4 Tile[16][17];

[numthreads(16, 16, 1)]
void main(uint2 g : SV_GroupID, uint2 t : SV_GroupThreadID) {
    uint2 p = g * 16 + t;
    Tile[t.y][t.x] = In[p.y * 32 + p.x];
    GroupMemoryBarrierWithGroupSync();
    uint2 q = g.yx * 16 + t;
    Out[q.y * 32 + q.x] = Tile[t.x][t.y];
}
