// dxc: -T cs_6_6 -E main -D MATRIX=OF(F32,SUMS,COLUMNS,0)
// dxc[f16]: -T cs_6_6 -E main -D MATRIX=OF(F16,ROLE_A,ROWS,0)
// dxc[bf16]: -T cs_6_6 -E main -D MATRIX=OF(BF16,ROLE_B,ROWS,0)
// dxc[bf8]: -T cs_6_6 -E main -D MATRIX=OF(BF8,ROLE_A,COLUMNS,0)
// dxc[fp8]: -T cs_6_6 -E main -D MATRIX=OF(FP8,SUMS,COLUMNS,0)
// dxc[i32]: -T cs_6_6 -E main -D MATRIX=OF(I32,SUMS,ROWS,0)
// dxc[u32]: -T cs_6_6 -E main -D MATRIX=OF(U32,SUMS,COLUMNS,0)
// dxc[i8]: -T cs_6_6 -E main -D MATRIX=OF(I8,ROLE_B,COLUMNS,0)
// dxc[u8]: -T cs_6_6 -E main -D MATRIX=OF(U8,ROLE_A,ROWS,0)
// dxc[i4]: -T cs_6_6 -E main -D MATRIX=OF(I4,ROLE_A,ROWS,2)
// dxc[u4]: -T cs_6_6 -E main -D MATRIX=OF(U4,ROLE_B,ROWS,1)
// dxc[f16_od]: -T cs_6_6 -E main -D MATRIX=OF(F16,ROLE_A,ROWS,0) -Od
// exec: groups 1; t0 raw: a matrix, then another at byte 2048 (lines of 64 or 128 bytes); t1 raw: index and value to set, value to
//       fill with; u0,space1 raw: 32 x 73 words, for each lane: parts that it has, eight words of the matrix, eight parts by index, words
//       with a part set, words of the filled matrix, words of sum, difference, product, quotient and product with the value
// Catches: elements in other lanes or words, parts of another size, arithmetic on other elements or with other rounding.
#include "ags_matrices.hlsli"

ByteAddressBuffer In0 : register(t0);
ByteAddressBuffer Values : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

void Write(uint at, Matrix m) {
    [unroll] for (uint i = 0; i < 8; i++)
        Out.Store(at + i * 4, m.word[i]);
}

[numthreads(32, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    uint at = lane * 73 * 4;
    uint3 values = Values.Load3(0);
    Matrix m = Load(In0, MATRIX, 0, 64), other = Load(In0, MATRIX, 2048, 64);
    Out.Store(at, Length(MATRIX));
    Write(at + 4, m);
    for (uint i = 0; i < 8; i++)
        Out.Store(at + 36 + i * 4, Element(MATRIX, m, i));
    Write(at + 68, SetElement(MATRIX, m, values.x + (lane & 1), values.y));
    Write(at + 100, Fill(MATRIX, values.z));
    Write(at + 132, ElementWise(MATRIX, 1, m, other));
    Write(at + 164, ElementWise(MATRIX, 2, m, other));
    Write(at + 196, ElementWise(MATRIX, 3, m, other));
    Write(at + 228, ElementWise(MATRIX, 4, m, other));
    Write(at + 260, Times(MATRIX, m, values.z));
}
