// dxc: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=8 -DM=16 -DK=16 -DN=16 -DSCOPE=1
// dxc[f16_f32]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=9 -DM=8 -DK=32 -DN=16 -DSCOPE=1
// dxc[od]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=9 -DM=8 -DK=32 -DN=16 -DSCOPE=1 -Od
// dxc[i8_i32]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DB=20 -DC=4 -DM=16 -DK=32 -DN=16 -DSCOPE=1
// dxc[u8_u32]: -T cs_6_10 -E main -enable-16bit-types -DA=20 -DB=20 -DC=5 -DM=5 -DK=6 -DN=7 -DSCOPE=1
// dxc[u8_i32]: -T cs_6_10 -E main -enable-16bit-types -DA=20 -DB=20 -DC=4 -DM=5 -DK=6 -DN=7 -DSCOPE=1
// dxc[i32]: -T cs_6_10 -E main -enable-16bit-types -DA=4 -DB=4 -DC=4 -DM=8 -DK=8 -DN=8 -DSCOPE=1
// dxc[f64]: -T cs_6_10 -E main -enable-16bit-types -DA=10 -DB=10 -DC=10 -DM=4 -DK=6 -DN=5 -DSCOPE=1
// dxc[e4m3_f32]: -T cs_6_10 -E main -enable-16bit-types -DA=21 -DB=22 -DC=9 -DM=8 -DK=8 -DN=8 -DSCOPE=1
// dxc[bf16_f32]: -T cs_6_10 -E main -enable-16bit-types -DA=23 -DB=23 -DC=9 -DM=8 -DK=8 -DN=8 -DSCOPE=1
// dxc[whole]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=9 -DM=16 -DK=32 -DN=16 -DSCOPE=1 -DTHREADS=64
// dxc[whole_f16]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=8 -DM=24 -DK=16 -DN=20 -DSCOPE=1 -DTHREADS=64
// dxc[whole_i8]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DB=19 -DC=4 -DM=16 -DK=64 -DN=32 -DSCOPE=1 -DTHREADS=32
// dxc[whole_u8]: -T cs_6_10 -E main -enable-16bit-types -DA=20 -DB=20 -DC=5 -DM=9 -DK=32 -DN=16 -DSCOPE=1 -DTHREADS=96
// dxc[whole_bf16]: -T cs_6_10 -E main -enable-16bit-types -DA=23 -DB=23 -DC=9 -DM=16 -DK=32 -DN=16 -DSCOPE=1 -DTHREADS=64
// dxc[whole_8bit]: -T cs_6_10 -E main -enable-16bit-types -DA=21 -DB=22 -DC=9 -DM=16 -DK=64 -DN=16 -DSCOPE=1 -DTHREADS=64
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=8 -DM=8 -DK=16 -DN=8 -DSCOPE=2
// dxc[group_f32]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=9 -DM=8 -DK=16 -DN=8 -DSCOPE=2
// dxc[group_i32]: -T cs_6_10 -E main -enable-16bit-types -DA=4 -DB=4 -DC=4 -DM=24 -DK=9 -DN=20 -DSCOPE=2
// dxc[group_whole]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=9 -DM=16 -DK=32 -DN=16 -DSCOPE=2 -DTHREADS=64
// dxc[group_whole_f16]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DB=8 -DC=8 -DM=24 -DK=16 -DN=20 -DSCOPE=2 -DTHREADS=64
// dxc[group_whole_i8]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DB=19 -DC=4 -DM=16 -DK=64 -DN=32 -DSCOPE=2 -DTHREADS=128
// exec: A in dense rows at t0, B in dense columns at t1, C in dense rows at t2; out u0,space1 raw: A * B in dense rows; at
//       byte 4096 C + A * B, at byte 8192 that with A * B twice more in a loop, which also doubles B
// Catches: B taken for its transpose, components of lanes that have none, sums in eight bits, signs, the accumulator left out
//          or taken twice, a matrix of the turn before.
ByteAddressBuffer first : register(t0);
ByteAddressBuffer second : register(t1);
ByteAddressBuffer third : register(t2);
RWByteAddressBuffer to : register(u0, space1);

#define SIZE(C) (C == 19 || C == 20 || C == 21 || C == 22 ? 1 : C == 2 || C == 3 || C == 8 || C == 23 ? 2 : C == 4 || C == 5 || C == 9 ? 4 : 8)

#ifndef THREADS
#define THREADS 40
#endif

[numthreads(THREADS, 1, 1)]
void main()
{
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] a;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(B, K, N, 1, SCOPE)]] b;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] c;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] product;
    __builtin_LinAlg_MatrixLoadFromDescriptor(a, first, 0, K * SIZE(A), 0, 16);
    __builtin_LinAlg_MatrixLoadFromDescriptor(b, second, 0, K * SIZE(B), 1, 16);
    __builtin_LinAlg_MatrixLoadFromDescriptor(c, third, 0, N * SIZE(C), 0, 16);
    __builtin_LinAlg_MatrixMatrixMultiply(product, a, b);
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, 0, N * SIZE(C), 0, 16);
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(product, a, b, c);
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, 4096, N * SIZE(C), 0, 16);
    [loop]
    for (uint turn = 0; turn < 2; ++turn)
    {
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(product, a, b, product);
        __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(B, K, N, 2, SCOPE)]] sum;
        __builtin_LinAlg_CopyConvertMatrix(sum, b, false);
        __builtin_LinAlg_MatrixAccumulate(sum, sum, b);
        __builtin_LinAlg_CopyConvertMatrix(b, sum, false);
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, 8192, N * SIZE(C), 0, 16);
}
