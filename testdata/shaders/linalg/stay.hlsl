// dxc: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=32 -DTHREADS=64
// dxc[od]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=32 -DTHREADS=64 -Od
// dxc[beyond]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=24 -DK=16 -DN=20 -DTHREADS=32
// dxc[i8]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DC=4 -DM=16 -DK=32 -DN=32 -DTHREADS=32
// dxc[bf16]: -T cs_6_10 -E main -enable-16bit-types -DA=23 -DC=9 -DM=32 -DK=32 -DN=32 -DTHREADS=64 -DFILLED
// dxc[waves]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=32 -DTHREADS=256
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=32 -DTHREADS=64 -DSCOPE=2
// exec: in dense rows A (M by 3 K) at t0, B (3 K by N) at t1, C (M by N) at t2, D (N by N) at t3; out u0,space1 raw, in dense rows:
//       C + A * B; at byte 4096 1 + A * B; 8192 twice the first plus 1, set component by component; 12288 that plus P, the product
//       of the first K columns and rows; 16384 P * D + C, with P as it is when cast to the type of A; 20480 P, component by component
// Catches: sums of a turn before, sums that are not where the loop began, matrices that are other ones as shares than as the
//          device's, what one use changes for another, results of a product as operands of the next without the conversion.
ByteAddressBuffer first : register(t0);
ByteAddressBuffer second : register(t1);
ByteAddressBuffer third : register(t2);
ByteAddressBuffer fourth : register(t3);
RWByteAddressBuffer to : register(u0, space1);

#ifndef SCOPE
#define SCOPE 1
#endif
#define SIZE (A == 8 || A == 23 ? 2 : 1)
#define T int
#if C == 9
#undef T
#define T float
#endif

[numthreads(THREADS, 1, 1)]
void main()
{
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] sum;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] other;
    __builtin_LinAlg_MatrixLoadFromDescriptor(sum, third, 0, N * 4, 0, 16);
    __builtin_LinAlg_FillMatrix(other, T(1));
    [loop]
    for (uint turn = 0; turn < 3; ++turn)
    {
        __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] a;
        __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, K, N, 1, SCOPE)]] b;
        __builtin_LinAlg_MatrixLoadFromDescriptor(a, first, turn * K * SIZE, 3 * K * SIZE, 0, 16);
        __builtin_LinAlg_MatrixLoadFromDescriptor(b, second, turn * K * N * SIZE, N * SIZE, 0, 16);
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, a, b, sum);
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(other, a, b, other);
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, to, 0, N * 4, 0, 16);
    __builtin_LinAlg_MatrixStoreToDescriptor(other, to, 4096, N * 4, 0, 16);

    // What lanes do by themselves.
    for (uint i = 0; i < __builtin_LinAlg_MatrixLength(sum); ++i)
    {
        T value;
        __builtin_LinAlg_MatrixGetElement(value, sum, i);
        __builtin_LinAlg_MatrixSetElement(sum, sum, i, value * T(2) + T(1));
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, to, 8192, N * 4, 0, 16);
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] left;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, K, N, 1, SCOPE)]] right;
    __builtin_LinAlg_MatrixLoadFromDescriptor(left, first, 0, 3 * K * SIZE, 0, 16);
    __builtin_LinAlg_MatrixLoadFromDescriptor(right, second, 0, N * SIZE, 0, 16);
#ifdef FILLED
    // There and back again.
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] step;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] back;
    __builtin_LinAlg_FillMatrix(step, T(1.5));
    __builtin_LinAlg_FillMatrix(back, T(-1.5));
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, step, right, sum);
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, back, right, sum);
#endif
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, left, right, sum);
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, to, 12288, N * 4, 0, 16);

    // A product of a product, and a sum.
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] product;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] next;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, N, 0, SCOPE)]] cast;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, N, N, 1, SCOPE)]] square;
    __builtin_LinAlg_MatrixLoadFromDescriptor(square, fourth, 0, N * SIZE, 0, 16);
    __builtin_LinAlg_MatrixMatrixMultiply(product, left, right);
    __builtin_LinAlg_CopyConvertMatrix(cast, product, false);
    __builtin_LinAlg_MatrixMatrixMultiply(next, cast, square);
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 0, SCOPE)]] more;
    __builtin_LinAlg_MatrixLoadFromDescriptor(more, third, 0, N * 4, 0, 16);
    __builtin_LinAlg_MatrixAccumulate(next, next, more);
    __builtin_LinAlg_MatrixStoreToDescriptor(next, to, 16384, N * 4, 0, 16);
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] copy;
    __builtin_LinAlg_FillMatrix(copy, T(0));
    for (uint j = 0; j < __builtin_LinAlg_MatrixLength(product); ++j)
    {
        T value;
        __builtin_LinAlg_MatrixGetElement(value, product, j);
        __builtin_LinAlg_MatrixSetElement(copy, copy, j, value);
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(copy, to, 20480, N * 4, 0, 16);
}
