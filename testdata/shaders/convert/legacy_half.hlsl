// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float x, uint h); u0,space1 raw: 64 x 4 words
//       (f32tof16(x) rounded to zero, upper half 0; f16tof32(h), low 16 bits of h only; f16tof32(f32tof16(x));
//       two values packed: f32tof16(x) | f32tof16(-x) << 16)
// Catches: rounding of the legacy conversion, overflow to the largest half, half denormals, garbage in upper bits.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    float x = asfloat(v.x);
    uint h = f32tof16(x);
    Out.Store4(i * 16, uint4(h, asuint(f16tof32(v.y)), asuint(f16tof32(h)), h | f32tof16(-x) << 16));
}
