// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 2D; u0,space1 structured (stride 4): a filtered and tone-mapped image, RGBA8
// Catches: rows of groupshared memory read component by component; conversions to UNORM with tests that ranges make superfluous.
Texture2D<float4> Image : register(t0);
RWStructuredBuffer<uint> Out : register(u0, space1);
groupshared float4 Tile[10][10];

[numthreads(8, 8, 1)]
void main(uint3 g : SV_GroupID, uint2 l : SV_GroupThreadID, uint n : SV_GroupIndex) {
    uint2 tile = uint2(g.x & 255, g.x >> 8) * 8;
    for (uint k = n; k < 100; k += 64) {
        uint2 at = uint2(k % 10, k / 10);
        Tile[at.y][at.x] = Image.Load(int3((tile + at) & 2047, 0));
    }
    GroupMemoryBarrierWithGroupSync();
    float4 sum = 0;
    [unroll] for (uint y = 0; y < 3; y++)
        [unroll] for (uint x = 0; x < 3; x++)
            sum += Tile[l.y + y][l.x + x] * ((x == 1 ? 2 : 1) * (y == 1 ? 2 : 1) / 16.0);
    float3 mapped = saturate(sum.rgb * (2.51 * sum.rgb + 0.03) / (sum.rgb * (2.43 * sum.rgb + 0.59) + 0.14));
    uint3 bits = uint3(mapped * 255 + 0.5);
    Out[g.x * 64 + n] = bits.x | bits.y << 8 | bits.z << 16 | uint(saturate(sum.a) * 255 + 0.5) << 24;
}
