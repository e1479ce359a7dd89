// dxc: -T cs_6_0 -E main
// exec: root CBV b0 of 4 rows, root SRV t0 raw: 64 row numbers, root UAV u0 raw: the first word of each row
// Catches: a row beyond the end that is not found.
#define RS "CBV(b0), SRV(t0), UAV(u0)"
cbuffer C : register(b0) { uint4 Rows[4096]; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out.Store(4 * i, Rows[In.Load(4 * i)].x);
}
