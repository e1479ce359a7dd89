// dxc: -T cs_6_2 -E main
// dxc[sm60]: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 32 doubles; u0,space1 raw: 16 x double2 (a*2, b+1) of neighbouring doubles; u1,space1 raw: 32
//       uint64: input bits + 1
// Catches: 64-bit loads and stores of raw buffers, at 4-byte alignment in SM 6.0.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Bits : register(u1, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    double2 v = In.Load<double2>(i * 16);
    Out.Store<double2>(i * 16, double2(v.x * 2, v.y + 1));
    Bits.Store<uint64_t>(i * 16, In.Load<uint64_t>(i * 16) + 1);
    Bits.Store<uint64_t>(i * 16 + 8, In.Load<uint64_t>(i * 16 + 8) + 1);
}
