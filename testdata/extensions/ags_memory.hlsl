// dxc: -T cs_6_6 -E main -D FB=F16
// dxc[fp8]: -T cs_6_6 -E main -D FB=FP8
// dxc[i32]: -T cs_6_6 -E main -D FB=I32
// dxc[od]: -T cs_6_6 -E main -D FB=F16 -Od
// exec: groups 1; root constants 8 words at b0: the addresses of t0 and of u0,space1, offset and stride of the matrix in each; t0 raw: a
//       matrix in columns; u0,space1 raw, 2 KiB: the same in rows, and in the last word the first one of t0
// Catches: the halves of an address in the wrong order, offset and stride for each other, places that begin no word, writes between the
//          lines.
#include "ags_matrices.hlsli"

#define RS "RootConstants(num32BitConstants=8, b0), SRV(t0), UAV(u0, space=1), UAV(u0, space=2147420894)"

struct Places { uint2 from, to, read, written; };
ConstantBuffer<Places> C : register(b0);
ByteAddressBuffer In0 : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature(RS)]
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Matrix m = LoadAt(C.from, OF(FB, SUMS, COLUMNS, 0), C.read.x, C.read.y);
    StoreAt(C.to, OF(FB, SUMS, ROWS, 0), C.written.x, C.written.y, m);
    if (i == 0)
        Out.Store(2044, In0.Load(0));
}
