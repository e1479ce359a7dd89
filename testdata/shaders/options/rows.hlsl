// dxc: -T cs_6_0 -E main -rootsig-define RS
// dxc[bytes]: -T cs_6_0 -E main -rootsig-define RS -not_use_legacy_cbuf_load
// exec: cbuffer b0 (64 KiB) as a root descriptor, raw input t0 (rows), raw output u0; groups 1,1,1: these rows
// Catches: rows behind the largest constant buffer that are not 0 although they shall be.
#define RS "CBV(b0), SRV(t0), UAV(u0, space = 1)"
cbuffer Rows : register(b0) { uint4 rows[4096]; };
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    Output.Store4(16 * id, rows[Input.Load(4 * id)]);
}
