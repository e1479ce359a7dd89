// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0, t1, u0,space1 structured (stride 4): 2048 x 128 by 128 x 2048
// Catches: indices of tiles in groupshared memory computed again for each element.
StructuredBuffer<float> A : register(t0);
StructuredBuffer<float> B : register(t1);
RWStructuredBuffer<float> Out : register(u0, space1);
groupshared float TileA[8][8], TileB[8][8];

[numthreads(8, 8, 1)]
void main(uint3 g : SV_GroupID, uint3 l : SV_GroupThreadID) {
    uint row = (g.x >> 8) * 8 + l.y, column = (g.x & 255) * 8 + l.x;
    float sum = 0;
    for (uint k = 0; k < 128; k += 8) {
        TileA[l.y][l.x] = A[row * 128 + k + l.x];
        TileB[l.y][l.x] = B[(k + l.y) * 2048 + column];
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint j = 0; j < 8; j++) sum += TileA[l.y][j] * TileB[j][l.x];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[row * 2048 + column] = sum;
}
