// dxc: -T cs_6_6 -E main -D KIND=5 -D FA=F16 -D FB=F16 -D FC=F32
// dxc[rows]: -T cs_6_6 -E main -D KIND=5 -D FA=F16 -D FB=F16 -D FC=F32 -D LB=ROWS -D LC=ROWS
// dxc[v69]: -T cs_6_9 -E main -D KIND=5 -D FA=F16 -D FB=F16 -D FC=F32
// dxc[f16]: -T cs_6_0 -E main -D KIND=1 -D FA=F16 -D FB=F16 -D FC=F16 -D LA=COLUMNS
// dxc[bf16]: -T cs_6_6 -E main -D KIND=0 -D FA=BF16 -D FB=BF16 -D FC=BF16 -D LB=ROWS
// dxc[bf16_f32]: -T cs_6_6 -E main -D KIND=2 -D FA=BF16 -D FB=BF16 -D FC=F32 -D LC=ROWS
// dxc[bf8]: -T cs_6_6 -E main -D KIND=3 -D FA=BF8 -D FB=BF8 -D FC=F32
// dxc[bf8_fp8]: -T cs_6_6 -E main -D KIND=4 -D FA=BF8 -D FB=FP8 -D FC=F32 -D LA=COLUMNS
// dxc[fp8_bf8]: -T cs_6_6 -E main -D KIND=6 -D FA=FP8 -D FB=BF8 -D FC=F32 -D LB=ROWS
// dxc[fp8]: -T cs_6_6 -E main -D KIND=7 -D FA=FP8 -D FB=FP8 -D FC=F32
// dxc[i8]: -T cs_6_6 -E main -D KIND=0xc -D FA=I8 -D FB=I8 -D FC=I32
// dxc[u8]: -T cs_6_6 -E main -D KIND=0xd -D FA=U8 -D FB=U8 -D FC=I32 -D LA=COLUMNS
// dxc[i8_u8]: -T cs_6_6 -E main -D KIND=0xe -D FA=I8 -D FB=U8 -D FC=I32 -D LB=ROWS
// dxc[u8_i8]: -T cs_6_6 -E main -D KIND=0xf -D FA=U8 -D FB=I8 -D FC=I32 -D LC=ROWS
// dxc[i4]: -T cs_6_6 -E main -D KIND=8 -D FA=I4 -D FB=I4 -D FC=I32
// dxc[u4]: -T cs_6_6 -E main -D KIND=9 -D FA=U4 -D FB=U4 -D FC=I32 -D LA=COLUMNS
// dxc[i4_u4]: -T cs_6_6 -E main -D KIND=0xa -D FA=I4 -D FB=U4 -D FC=I32 -D LB=ROWS
// dxc[u4_i4]: -T cs_6_6 -E main -D KIND=0xb -D FA=U4 -D FB=I4 -D FC=I32
// dxc[deep_i4]: -T cs_6_6 -E main -D KIND=0x10 -D FA=I4 -D FB=I4 -D FC=I32 -D DEEP
// dxc[deep_u4]: -T cs_6_6 -E main -D KIND=0x11 -D FA=U4 -D FB=U4 -D FC=I32 -D DEEP -D LA=COLUMNS -D LB=ROWS
// dxc[deep_i4_u4]: -T cs_6_6 -E main -D KIND=0x12 -D FA=I4 -D FB=U4 -D FC=I32 -D DEEP
// dxc[deep_u4_i4]: -T cs_6_6 -E main -D KIND=0x13 -D FA=U4 -D FB=I4 -D FC=I32 -D DEEP
// dxc[od]: -T cs_6_6 -E main -D KIND=5 -D FA=F16 -D FB=F16 -D FC=F32 -Od
// dxc[waves_od]: -T cs_6_6 -E main -D KIND=7 -D FA=FP8 -D FB=FP8 -D FC=F32 -D WAVES -Od
// dxc[waves]: -T cs_6_6 -E main -D KIND=7 -D FA=FP8 -D FB=FP8 -D FC=F32 -D WAVES
// exec: groups 1; t0, u1,space1, t1 raw: A, B and the sums that are begun with; t2 raw: offset and stride of these and of the
//       result, offsets from a tile of A and of B to the next, tiles; u0,space1 raw: A * B of all tiles, and those sums
// Catches: each kind of product, elements in other lanes, rows for columns, places that begin no word, sums that a loop forgets,
//          writes between the lines.
#include "ags_matrices.hlsli"

#ifndef LA
#define LA ROWS
#endif
#ifndef LB
#define LB COLUMNS
#endif
#ifndef LC
#define LC COLUMNS
#endif
#ifdef DEEP
#define WIDE 2
#define HIGH 1
#else
#define WIDE 0
#define HIGH 0
#endif

ByteAddressBuffer A : register(t0);
RWByteAddressBuffer B : register(u1, space1);
ByteAddressBuffer C : register(t1);
ByteAddressBuffer Places : register(t2);
RWByteAddressBuffer Out : register(u0, space1);

#ifdef WAVES
[numthreads(64, 1, 1)]
#else
[numthreads(32, 1, 1)]
#endif
void main() {
    uint2 a = Places.Load2(0), b = Places.Load2(8), c = Places.Load2(16), d = Places.Load2(24);
    uint3 more = Places.Load3(32);
    Matrix sums = Load(C, OF(FC, SUMS, LC, 0), c.x, c.y);
    for (uint tile = 0; tile < more.z; tile++) {
        Matrix left = Load(A, OF(FA, ROLE_A, LA, WIDE), a.x + tile * more.x, a.y);
        Matrix right = Load(B, OF(FB, ROLE_B, LB, HIGH), b.x + tile * more.y, b.y);
        sums = Multiply(KIND, left, right, sums);
    }
    Store(Out, OF(FC, SUMS, LC, 0), d.x, d.y, sums);
}
