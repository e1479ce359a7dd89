// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x float x; u0,space1 raw: 64 x 2 words
//       (f32tof16(x) rounded to zero, upper half 0; two values packed: f32tof16(x) | f32tof16(-x) << 16)
// Catches: conversions that round to nearest, in a shader where a rounding mode would do.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = asfloat(In.Load(i * 4));
    uint h = f32tof16(x);
    Out.Store2(i * 8, uint2(h, h | f32tof16(-x) << 16));
}
