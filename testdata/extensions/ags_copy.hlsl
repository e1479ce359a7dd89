// dxc: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,ROWS,0) -D TO=OF(FP8,ROLE_B,COLUMNS,0) -D SATURATES=1
// dxc[f32_fp8]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,ROWS,0) -D TO=OF(FP8,ROLE_A,COLUMNS,0) -D SATURATES=0
// dxc[f32_bf8]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,COLUMNS,0) -D TO=OF(BF8,SUMS,ROWS,0) -D SATURATES=0
// dxc[f32_bf8_most]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,COLUMNS,0) -D TO=OF(BF8,ROLE_A,ROWS,0) -D SATURATES=1
// dxc[f32_f16]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,COLUMNS,0) -D TO=OF(F16,ROLE_A,ROWS,0) -D SATURATES=0
// dxc[f32_f16_most]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,COLUMNS,0) -D TO=OF(F16,ROLE_B,ROWS,0) -D SATURATES=1
// dxc[f32_bf16]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,ROWS,0) -D TO=OF(BF16,ROLE_B,ROWS,0) -D SATURATES=0
// dxc[f16_f32]: -T cs_6_6 -E main -D FROM=OF(F16,ROLE_A,ROWS,0) -D TO=OF(F32,SUMS,ROWS,0) -D SATURATES=0
// dxc[fp8_f16]: -T cs_6_6 -E main -D FROM=OF(FP8,ROLE_B,ROWS,0) -D TO=OF(F16,ROLE_A,COLUMNS,0) -D SATURATES=0
// dxc[fp8_a]: -T cs_6_6 -E main -D FROM=OF(FP8,ROLE_A,ROWS,0) -D TO=OF(FP8,ROLE_B,ROWS,0) -D SATURATES=0
// dxc[i32_i8]: -T cs_6_6 -E main -D FROM=OF(I32,SUMS,COLUMNS,0) -D TO=OF(I8,ROLE_B,COLUMNS,0) -D SATURATES=0
// dxc[i8_i32]: -T cs_6_6 -E main -D FROM=OF(I8,ROLE_B,COLUMNS,0) -D TO=OF(I32,SUMS,ROWS,0) -D SATURATES=0
// dxc[u8_f32]: -T cs_6_6 -E main -D FROM=OF(U8,ROLE_A,COLUMNS,0) -D TO=OF(F32,SUMS,COLUMNS,0) -D SATURATES=0
// dxc[f32_i32]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,ROWS,0) -D TO=OF(I32,SUMS,COLUMNS,0) -D SATURATES=0
// dxc[i32_u4]: -T cs_6_6 -E main -D FROM=OF(I32,SUMS,ROWS,0) -D TO=OF(U4,ROLE_A,ROWS,0) -D SATURATES=0
// dxc[i4_i32]: -T cs_6_6 -E main -D FROM=OF(I4,ROLE_A,COLUMNS,0) -D TO=OF(I32,SUMS,ROWS,0) -D SATURATES=0
// dxc[od]: -T cs_6_6 -E main -D FROM=OF(F32,SUMS,ROWS,0) -D TO=OF(FP8,ROLE_B,COLUMNS,0) -D SATURATES=1 -Od
// exec: groups 1; t0 raw: a matrix in lines of 64 bytes; u0,space1 raw: the same as another format, from byte 3 on where elements have
//       no more than a byte, in lines of 68 bytes
// Catches: conversions by other rules, elements that stay in the lanes that had them.
#include "ags_matrices.hlsli"

ByteAddressBuffer In0 : register(t0);
ByteAddressBuffer Offset : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main() {
    Matrix m = Load(In0, FROM, 0, 64);
    Store(Out, TO, Offset.Load(0), 68, Copy(FROM, TO, SATURATES, m));
}
