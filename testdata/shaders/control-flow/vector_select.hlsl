// dxc: -T cs_6_0 -E main -HV 2018
// dxc[hv2021]: -T cs_6_0 -E main -HV 2021 -DHV2021
// exec: groups 1; t0 raw: 64 x (uint4 a, uint4 b); u0,space1 raw: 64 x 4 words (per component: a > b ? a - b : b * 2)
// Catches: per-component selects; HV 2021 spells them select().
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 a = In.Load4(i * 32), b = In.Load4(i * 32 + 16);
#ifdef HV2021
    uint4 r = select(a > b, a - b, b * 2);
#else
    uint4 r = a > b ? a - b : b * 2;
#endif
    Out.Store4(i * 16, r);
}
