// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DT=float
// exec: two matrices of 8 x 32 in dense rows at t0, one behind the other, and behind them a vector of 8; out u0,space1 raw, 2 KiB
//       each: a matrix of 16 x 16 filled with 42; the product of those filled with 2 and 3; that and 4; 2 and 3 added; twice
//       12 added to what is there; the sum of the two that were loaded; the first one as it was, its transpose; the vector
//       added to what is there, from byte 64 on
// Catches: matrices that are filled or added by another use than the accumulator's, and matrices that change although only what
//          was made of them is asked for.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);
#define SIZE (C == 8 ? 2 : 4)
#define SQUARE(use) __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, 16, 16, use, 1)]]

[numthreads(128, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    if (GetGroupWaveIndex() != 0)
        return;
    SQUARE(2) filled, product, sum;
    SQUARE(0) two;
    SQUARE(1) three;
    SQUARE(0) other;
    __builtin_LinAlg_FillMatrix(filled, T(42));
    __builtin_LinAlg_MatrixStoreToDescriptor(filled, to, 0, 16 * SIZE, 0, 128);
    __builtin_LinAlg_FillMatrix(two, T(2));
    __builtin_LinAlg_FillMatrix(three, T(3));
    __builtin_LinAlg_MatrixMatrixMultiply(product, two, three);
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, 2048, 16 * SIZE, 0, 128);
    __builtin_LinAlg_FillMatrix(product, T(4));
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(product, two, three, product);
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, 4096, 16 * SIZE, 0, 128);
    __builtin_LinAlg_FillMatrix(sum, T(2));
    __builtin_LinAlg_FillMatrix(other, T(3));
    __builtin_LinAlg_MatrixAccumulate(sum, sum, other);
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, to, 6144, 16 * SIZE, 0, 128);
    __builtin_LinAlg_FillMatrix(sum, T(12));
    __builtin_LinAlg_MatrixAccumulateToDescriptor(sum, to, 8192, 16 * SIZE, 0, 128);
    __builtin_LinAlg_MatrixAccumulateToDescriptor(sum, to, 8192, 16 * SIZE, 0, 128);

    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, 8, 32, 2, 1)]] first, both;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, 8, 32, 1, 1)]] second;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, 32, 8, 2, 1)]] turned;
    __builtin_LinAlg_MatrixLoadFromDescriptor(first, from, 0, 32 * SIZE, 0, 128);
    __builtin_LinAlg_MatrixLoadFromDescriptor(second, from, 256 * SIZE, 32 * SIZE, 0, 128);
    __builtin_LinAlg_CopyConvertMatrix(turned, first, true);
    __builtin_LinAlg_MatrixAccumulate(both, first, second);
    __builtin_LinAlg_MatrixStoreToDescriptor(both, to, 10240, 32 * SIZE, 0, 128);
    __builtin_LinAlg_MatrixStoreToDescriptor(first, to, 12288, 32 * SIZE, 0, 128);
    __builtin_LinAlg_MatrixStoreToDescriptor(turned, to, 14336, 8 * SIZE, 0, 128);
    if (thread == 0)
    {
        vector<T, 8> values = from.Load<vector<T, 8> >(512 * SIZE);
        __builtin_LinAlg_VectorAccumulateToDescriptor(to, 16384 + 64, 64, values);
    }
}
