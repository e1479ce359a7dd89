// dxc: -T cs_6_10 -E main -enable-16bit-types -DFROM=8 -DTO=9 -DM=4 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f32_f16_t]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=8 -DM=4 -DN=8 -DSCOPE=1 -DTRANSPOSE=1
// dxc[f16_t]: -T cs_6_10 -E main -enable-16bit-types -DFROM=8 -DTO=8 -DM=16 -DN=16 -DSCOPE=1 -DTRANSPOSE=1
// dxc[f32_i8]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=19 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f32_u32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=5 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f32_i32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=4 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f64_i64]: -T cs_6_10 -E main -enable-16bit-types -DFROM=10 -DTO=6 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f64_bf16_t]: -T cs_6_10 -E main -enable-16bit-types -DFROM=10 -DTO=23 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=1
// dxc[f32_e4m3]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=21 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[f32_e5m2]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=22 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[e4m3_f16]: -T cs_6_10 -E main -enable-16bit-types -DFROM=21 -DTO=8 -DM=16 -DN=16 -DSCOPE=1 -DTRANSPOSE=0
// dxc[e5m2_f32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=22 -DTO=9 -DM=16 -DN=16 -DSCOPE=1 -DTRANSPOSE=0
// dxc[i32_i16]: -T cs_6_10 -E main -enable-16bit-types -DFROM=4 -DTO=2 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[i32_u8]: -T cs_6_10 -E main -enable-16bit-types -DFROM=4 -DTO=20 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[u32_i32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=5 -DTO=4 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[i64_u32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=6 -DTO=5 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[u8_i64]: -T cs_6_10 -E main -enable-16bit-types -DFROM=20 -DTO=6 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[i16_f16]: -T cs_6_10 -E main -enable-16bit-types -DFROM=2 -DTO=8 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[u32_f32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=5 -DTO=9 -DM=6 -DN=8 -DSCOPE=1 -DTRANSPOSE=0
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DTO=8 -DM=12 -DN=20 -DSCOPE=2 -DTRANSPOSE=1
// exec: matrix in dense rows at t0; out u0,space1 raw: the matrix of the other type, transposed or not, in dense rows
// Catches: integers that wrap, floats that are cut off, ties away from even, signs lost or made up, denormals of 8 bits,
//          infinity in a type that has none, an exchange of rows and columns between lanes.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

#define SIZE(C) (C == 19 || C == 20 || C == 21 || C == 22 ? 1 : C == 2 || C == 3 || C == 8 || C == 23 ? 2 : C == 4 || C == 5 || C == 9 ? 4 : 8)
#if TRANSPOSE
#define ROWS N
#define COLUMNS M
#else
#define ROWS M
#define COLUMNS N
#endif

[numthreads(40, 1, 1)]
void main()
{
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(FROM, M, N, 0, SCOPE)]] source;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(TO, ROWS, COLUMNS, 2, SCOPE)]] result;
    __builtin_LinAlg_MatrixLoadFromDescriptor(source, from, 0, N * SIZE(FROM), 0, 16);
    __builtin_LinAlg_CopyConvertMatrix(result, source, TRANSPOSE);
    __builtin_LinAlg_MatrixStoreToDescriptor(result, to, 0, COLUMNS * SIZE(TO), 0, 16);
}
