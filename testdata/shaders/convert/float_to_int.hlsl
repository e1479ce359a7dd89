// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 floats; u0,space1 raw: 64 x 4 words
//       (int(x), uint(x): truncated, clamped to the range, NaN gives 0; int(floor(x)) likewise; x != 0 ? 1 : 0)
// Catches: conversions out of range (3e9, -1, NaN, infinities), which plain SPIR-V leaves undefined.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    Out.Store4(i * 16, uint4((uint)(int)x, (uint)x, (uint)(int)floor(x), (bool)x ? 1u : 0u));
}
