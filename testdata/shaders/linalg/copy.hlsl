// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=4 -DN=8 -DSCOPE=1 -DFROM=0 -DTO=1
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=4 -DN=8 -DSCOPE=1 -DFROM=1 -DTO=0
// dxc[f64]: -T cs_6_10 -E main -enable-16bit-types -DC=10 -DM=5 -DN=4 -DSCOPE=1 -DFROM=0 -DTO=1
// dxc[i16]: -T cs_6_10 -E main -enable-16bit-types -DC=2 -DM=16 -DN=16 -DSCOPE=1 -DFROM=0 -DTO=0
// dxc[u64]: -T cs_6_10 -E main -enable-16bit-types -DC=7 -DM=4 -DN=4 -DSCOPE=1 -DFROM=1 -DTO=1
// dxc[i8]: -T cs_6_10 -E main -enable-16bit-types -DC=19 -DM=8 -DN=12 -DSCOPE=1 -DFROM=0 -DTO=1
// dxc[u8]: -T cs_6_10 -E main -enable-16bit-types -DC=20 -DM=7 -DN=5 -DSCOPE=1 -DFROM=1 -DTO=0
// dxc[e4m3]: -T cs_6_10 -E main -enable-16bit-types -DC=21 -DM=16 -DN=16 -DSCOPE=1 -DFROM=0 -DTO=1
// dxc[e5m2]: -T cs_6_10 -E main -enable-16bit-types -DC=22 -DM=16 -DN=16 -DSCOPE=1 -DFROM=1 -DTO=0
// dxc[bf16]: -T cs_6_10 -E main -enable-16bit-types -DC=23 -DM=8 -DN=8 -DSCOPE=1 -DFROM=0 -DTO=0
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=20 -DN=12 -DSCOPE=2 -DFROM=0 -DTO=1
// dxc[group_i32]: -T cs_6_10 -E main -enable-16bit-types -DC=4 -DM=9 -DN=11 -DSCOPE=2 -DFROM=1 -DTO=0
// exec: matrix at byte 64 of t0, lines 16 bytes longer than they need be, rounded up to 16; out u0,space1 raw likewise, from
//       byte 128 on, lines 32 bytes longer; layouts FROM and TO (0 rows, 1 columns)
// Catches: rows for columns; strides that count components; parts of a word that another lane's store loses; lanes that store
//          what they do not have; bits that change on the way.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

#if C == 19 || C == 20 || C == 21 || C == 22
#define SIZE 1
#elif C == 2 || C == 8 || C == 23
#define SIZE 2
#elif C == 4 || C == 9
#define SIZE 4
#else
#define SIZE 8
#endif
#define LINE(layout) (((layout == 0 ? N : M) * SIZE + 15) & ~15)

[numthreads(36, 1, 1)]
void main()
{
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 0, SCOPE)]] matrix;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, from, 64, LINE(FROM) + 16, FROM, 16);
    __builtin_LinAlg_MatrixStoreToDescriptor(matrix, to, 128, LINE(TO) + 32, TO, 16);
}
