// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 260 bytes; u0,space1 raw: 64 x 4 words = Load4 at byte 4 * i + (4 * (i & 1)), past the end 0
// Catches: Load4 at addresses that are only 4-byte aligned.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store4(i * 16, In.Load4(i * 4 + (i & 1) * 4));
}
