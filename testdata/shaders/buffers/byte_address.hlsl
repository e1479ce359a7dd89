// dxc: -T cs_6_0 -E main
// dxc[sm62]: -T cs_6_2 -E main
// exec: groups 1; t0 raw: 64 words; u0,space1 raw: 64 x 10 words: Load, Load2, Load3, Load4 at byte 4*i, in that order
//       (words past the end read as 0)
// Catches: wide loads that run over the end of the buffer: each component is checked for itself.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint o = i * 40;
    Out.Store(o, In.Load(i * 4));
    Out.Store2(o + 4, In.Load2(i * 4));
    Out.Store3(o + 12, In.Load3(i * 4));
    Out.Store4(o + 24, In.Load4(i * 4));
}
