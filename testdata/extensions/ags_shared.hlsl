// dxc: -T cs_6_6 -E main -D FB=F16 -D LINE=8
// dxc[fp8]: -T cs_6_6 -E main -D FB=FP8 -D LINE=4
// dxc[i4]: -T cs_6_6 -E main -D FB=I4 -D LINE=2
// dxc[fp8_od]: -T cs_6_6 -E main -D FB=FP8 -D LINE=4 -Od
// exec: groups 1; t0 raw: 16 lines of LINE words; u0,space1 raw: these as 16 lines of LINE + 1 words, columns for rows, behind them
//       16 x 16 words: the first 16 x 16 elements as `f32` or `i32`
// Catches: offsets in other units than words, accesses that do not wait for each other, elements in other lanes.
#include "ags_matrices.hlsli"

#define TO (FB == I4 ? I32 : F32)

groupshared uint Lines[160];
groupshared uint Turned[16][9];
groupshared uint Sums[256];
ByteAddressBuffer In0 : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
    for (uint word = i; word < 16 * LINE; word += 32) {
        Lines[3 + word] = In0.Load(word * 4);
        Turned[word / LINE][word % LINE] = 0;
    }
    // The matrices' own accesses wait.
    Matrix m;
    LOAD_SHARED(m, Lines, OF(FB, ROLE_B, COLUMNS, 0), 3, LINE);
    STORE_SHARED(m, Turned[0], OF(FB, ROLE_B, ROWS, 0), 0, 9);
    Matrix sums = Copy(OF(FB, ROLE_B, 0, 0), OF(TO, SUMS, 0, 0), 0, m);
    STORE_SHARED(sums, Sums, OF(TO, SUMS, COLUMNS, 0), 0, 16);
    for (uint at = i; at < 16 * (LINE + 1); at += 32)
        Out.Store(at * 4, at % (LINE + 1) < LINE ? Turned[at / (LINE + 1)][at % (LINE + 1)] : 7);
    for (uint sum = i; sum < 256; sum += 32)
        Out.Store((16 * (LINE + 1) + sum) * 4, Sums[sum]);
}
