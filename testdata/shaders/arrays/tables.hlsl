// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 2 indexes k, j; u0,space1 raw: 64 x 4 words: words[k], vectors[k].z, nested[j & 3][k] (as one table of 12,
//       numbered 3 * (j & 3) + k), flags[k] + 1; what lies behind a table is 0
// Catches: tables of constants indexed beyond their end, which read 0 as constant buffers do; nested ones with an index beyond
//          the inner array.
static const uint words[5] = {11, 22, 33, 44, 55};
static const float4 vectors[3] = {float4(1, 2, 3, 4), float4(5, 6, 7, 8), float4(9, 10, 11, 12)};
static const uint nested[4][3] = {{100, 101, 102}, {103, 104, 105}, {106, 107, 108}, {109, 110, 111}};
static const uint flags[4] = {0, 1, 0, 1};
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 at = Input.Load2(8 * i);
    uint k = at.x, j = at.y;
    Output.Store4(16 * i, uint4(words[k], asuint(vectors[k].z), nested[j & 3][k], flags[k] + 1));
}
