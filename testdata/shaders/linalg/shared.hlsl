// dxc: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=8 -DT=half -DL=336 -DM=16 -DN=16 -DSCOPE=1
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=9 -DT=float -DL=336 -DM=4 -DN=8 -DSCOPE=1
// dxc[f32_vector]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=9 -DT=float4 -DL=84 -DM=4 -DN=8 -DSCOPE=1
// dxc[f32_long]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=9 -DT=vector<float,8> -DL=42 -DM=4 -DN=8 -DSCOPE=1
// dxc[f16_words]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=8 -DT=uint -DL=256 -DM=16 -DN=16 -DSCOPE=1
// dxc[i8_words]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=19 -DPAD=4 -DT=uint -DL=256 -DM=16 -DN=16 -DSCOPE=1
// dxc[e4m3_words]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=21 -DPAD=4 -DT=uint2 -DL=128 -DM=16 -DN=16 -DSCOPE=1
// dxc[f64_words]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=10 -DT=uint -DL=168 -DM=4 -DN=8 -DSCOPE=1
// dxc[i32]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=4 -DT=int -DL=336 -DM=8 -DN=8 -DSCOPE=1
// dxc[u16]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=3 -DT=uint16_t -DL=336 -DM=8 -DN=8 -DSCOPE=1
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=8 -DT=half -DL=336 -DM=8 -DN=24 -DSCOPE=2
// dxc[group_f32]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DC=9 -DT=float -DL=336 -DM=8 -DN=24 -DSCOPE=2
// exec: matrix in dense rows at t0; out u0,space1 raw: that plus what the group's memory had there, in dense rows, by way of
//       groupshared memory, which holds it in columns of 2 (or 4) components more, from component 32 on; to it the matrix is added
//       once by each of five waves (or once by the group), whether there are as many or not
// Catches: offsets in bytes or in scalars of the array; vectors of the array that another component's index leads out of;
//          additions that lose those of other waves.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

#define SIZE(C) (C == 19 || C == 20 || C == 21 || C == 22 ? 1 : C == 2 || C == 3 || C == 8 || C == 23 ? 2 : C == 4 || C == 5 || C == 9 ? 4 : 8)

#ifndef PAD
#define PAD 2
#endif

groupshared T memory[L];

[numthreads(40, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    for (uint i = thread; i < L; i += 40)
        memory[i] = (T)0;
    GroupMemoryBarrierWithGroupSync();
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] matrix;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, from, 0, N * SIZE(C), 0, 16);
    if (SCOPE == 2 || GetGroupWaveIndex() == 0)
        __builtin_LinAlg_MatrixStoreToMemory(matrix, memory, 32, M + PAD, 1);
    GroupMemoryBarrierWithGroupSync();
    uint waves = SCOPE == 2 ? 1 : GetGroupWaveCount();
    for (uint turn = SCOPE == 2 ? 0 : GetGroupWaveIndex(); turn < (SCOPE == 2 ? 1 : 5); turn += waves)
        __builtin_LinAlg_MatrixAccumulateToMemory(matrix, memory, 32, M + PAD, 1);
    GroupMemoryBarrierWithGroupSync();
    __builtin_LinAlg_MatrixLoadFromMemory(matrix, memory, 32, M + PAD, 1);
    __builtin_LinAlg_MatrixStoreToDescriptor(matrix, to, 0, N * SIZE(C), 0, 16);
}
