// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0: 72 words; u0,space1: 64 x 4 words
// Catches: bounds of numbers on both sides of 0 that hold an index in too few elements: of a table, of a counter that begins below
//          0, of clamps, shifts, divisions and magnitudes.
StructuredBuffer<int> input : register(t0);
RWStructuredBuffer<int4> output : register(u0, space1);
groupshared int tile[72];
static const int offsets[5] = { -4, -1, 0, 2, 4 };

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    for (uint i = index; i < 72; i += 64) {
        tile[i] = input[i];
    }
    GroupMemoryBarrierWithGroupSync();
    int4 sums = 0;
    [loop] for (int k = 0; k < 5; ++k) {
        sums.x = sums.x * 3 + tile[index + 4 + offsets[k]];
    }
    [loop] for (int r = -4; r <= 4; ++r) {
        sums.y = sums.y * 5 + tile[int(index) + 4 + r];
    }
    [loop] for (int s = -3; s < 5; s += 2) {
        sums.z = sums.z * 7 + tile[clamp(int(index) + s * 2, -6, 65) + 6];
    }
    // Half of what is below 0 is rounded down, or toward 0, as the shift and the division are.
    int apart = int(index) - 32;
    sums.w = tile[(apart >> 1) + 16] * 11 + tile[apart / 2 + 16] * 13 + tile[min(apart, -1) + 32] + tile[abs(apart)];
    output[index] = sums;
}
