// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8x8; t0 2D 16x16 R32G32B32A32_FLOAT; u0,space1 2D 8x8 of the same: mean of 2x2 texels; u1,space1 2D 4x4: mean
//       of 4x4 texels (through groupshared memory)
// Catches: textures, groupshared memory and barriers together.
Texture2D<float4> In : register(t0);
RWTexture2D<float4> Half : register(u0, space1);
RWTexture2D<float4> Quarter : register(u1, space1);
groupshared float4 Tile[8][8];

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID, uint2 t : SV_GroupThreadID) {
    uint2 q = p * 2;
    float4 c = (In[q] + In[q + uint2(1, 0)] + In[q + uint2(0, 1)] + In[q + uint2(1, 1)]) * 0.25;
    Half[p] = c;
    Tile[t.y][t.x] = c;
    GroupMemoryBarrierWithGroupSync();
    if (((t.x | t.y) & 1) == 0)
        Quarter[p / 2] = (c + Tile[t.y][t.x + 1] + Tile[t.y + 1][t.x] + Tile[t.y + 1][t.x + 1]) * 0.25;
}
