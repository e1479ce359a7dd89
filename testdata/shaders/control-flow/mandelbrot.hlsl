// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 8,8,1 of 8x8; u0,space1 structured (stride 4): 64 x 64 uints, row by row: iterations until |z|^2 > 4,
//       at most 100, for c = (x/32 - 1.5, y/32 - 1) (a few border pixels may differ by one)
// Catches: long divergent loops with a float condition.
RWStructuredBuffer<uint> Out : register(u0, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    float2 c = float2(p) / 32.0 - float2(1.5, 1.0);
    float2 z = 0;
    uint n = 0;
    while (n < 100 && dot(z, z) <= 4.0) {
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        ++n;
    }
    Out[p.y * 64 + p.x] = n;
}
