// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=16 -DN=16 -DSCOPE=1
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=8 -DN=8 -DSCOPE=1
// dxc[i32]: -T cs_6_10 -E main -enable-16bit-types -DC=4 -DM=8 -DN=8 -DSCOPE=1
// dxc[u16]: -T cs_6_10 -E main -enable-16bit-types -DC=3 -DM=8 -DN=8 -DSCOPE=1
// dxc[i8]: -T cs_6_10 -E main -enable-16bit-types -DC=19 -DM=8 -DN=16 -DSCOPE=1
// dxc[i64]: -T cs_6_10 -E main -enable-16bit-types -DC=6 -DM=8 -DN=4 -DSCOPE=1
// dxc[f64]: -T cs_6_10 -E main -enable-16bit-types -DC=10 -DM=8 -DN=4 -DSCOPE=1
// dxc[bf16]: -T cs_6_10 -E main -enable-16bit-types -DC=23 -DM=8 -DN=8 -DSCOPE=1
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=10 -DN=20 -DSCOPE=2
// exec: groups 5, matrix in dense rows at t0; out u0,space1 raw, with numbers before: to each, in dense columns, the matrix is
//       added five times, once by each group, and twice what a matrix filled with 2 is
// Catches: additions that lose those of other lanes, waves or groups, that every wave of the group makes, carries between
//          parts of a word or its two words, a fill of another number.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

#define SIZE(C) (C == 19 || C == 20 || C == 21 || C == 22 ? 1 : C == 2 || C == 3 || C == 8 || C == 23 ? 2 : C == 4 || C == 5 || C == 9 ? 4 : 8)

[numthreads(40, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    if (SCOPE == 1 && GetGroupWaveIndex() != 0)
        return;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] matrix;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, from, 0, N * SIZE(C), 0, 16);
    __builtin_LinAlg_MatrixAccumulateToDescriptor(matrix, to, 0, M * SIZE(C), 1, 64);
    if (group.x % 2 == 1)
    {
        __builtin_LinAlg_FillMatrix(matrix, 2);
        __builtin_LinAlg_MatrixAccumulateToDescriptor(matrix, to, 0, M * SIZE(C), 1, 64);
    }
}
