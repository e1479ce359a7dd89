// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 words n; u0,space1 raw: 64 x 4 words, of four arrays of rows that are indexed by n: f[3][2], whole rows read
//       and written; g[12][2] and h[6][4], by component with writes between reads; q[4][2] of 16 bits, whole rows. Word 0: what is read
//       of f and of g; 1: of h; 2: of q; 3: what all elements are in the end, in a sum with weights.
// Catches: rows that are read as they were before another index wrote them; components of rows taken for others.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint n = Input.Load(4 * i);
    uint f[3][2], g[12][2], h[6][4];
    uint16_t q[4][2];
    uint r, c;
    [unroll] for (r = 0; r < 3; ++r) [unroll] for (c = 0; c < 2; ++c) f[r][c] = n * (2 * r + c + 1);
    [unroll] for (r = 0; r < 12; ++r) [unroll] for (c = 0; c < 2; ++c) g[r][c] = n ^ (2 * r + c);
    [unroll] for (r = 0; r < 6; ++r) [unroll] for (c = 0; c < 4; ++c) h[r][c] = n + 4 * r + c;
    [unroll] for (r = 0; r < 4; ++r) [unroll] for (c = 0; c < 2; ++c) q[r][c] = (uint16_t)(n + 2 * r + c);

    uint a = n % 3, b = (n >> 3) % 12, d = (n >> 5) % 6, e = n >> 7 & 3;
    uint2 row = uint2(f[a][0], f[a][1]);
    uint next = (a + 1) % 3;
    f[next][0] = row.y;
    f[next][1] = row.x + 1;

    uint lower = g[b][0];
    g[(b + (n & 1)) % 12][1] = lower + 7;
    uint upper = g[b][1];
    g[b][0] = upper * 3;

    uint four = h[d][0] + 3 * h[d][1] + 5 * h[d][2] + 7 * h[d][3];
    h[(d + (n >> 1 & 1)) % 6][2] = four;
    uint third = h[d][2];

    uint16_t x = q[e][0], y = q[e][1];
    uint back = 3 - e;
    q[back][0] = y;
    q[back][1] = x + (uint16_t)5;

    uint sum = 0;
    [loop] for (r = 0; r < 3; ++r) sum = sum * 31 + f[r][0] + 5 * f[r][1];
    [loop] for (r = 0; r < 12; ++r) sum = sum * 31 + g[r][0] + 5 * g[r][1];
    [loop] for (r = 0; r < 6; ++r) sum = sum * 31 + h[r][0] + 5 * h[r][1] + 7 * h[r][2] + 11 * h[r][3];
    [loop] for (r = 0; r < 4; ++r) sum = sum * 31 + q[r][0] + 5 * (uint)q[r][1];
    Output.Store4(16 * i, uint4(row.x + 3 * row.y + lower + 9 * upper, four ^ third, (uint)x | (uint)y << 16, sum));
}
