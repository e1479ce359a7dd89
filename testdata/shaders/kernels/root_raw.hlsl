// dxc: -T cs_6_0 -E main
// exec: groups 65535; root SRV t0 and UAV u0,space1, raw
// Catches: vectors at addresses accessed by words.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[RootSignature("SRV(t0), UAV(u0, space = 1)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 a = In.Load4(i * 32), b = In.Load4(i * 32 + 16);
    Out.Store4(i * 32, a ^ b);
    Out.Store4(i * 32 + 16, a + b);
}
