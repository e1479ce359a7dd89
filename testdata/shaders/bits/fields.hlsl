// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (uint x, uint y, uint width, uint offset); u0,space1 raw: 64 x 4 words, with
//       w = width & 31, o = offset & 31: ((x >> o) & ((1 << w) - 1)), sign-extended by shifts (<<, >> by 32-w),
//       y with the field of x inserted at o, x rotated left by o
// Catches: bit field idioms written with shifts, with run-time widths and offsets that sum beyond 32.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 v = In.Load4(i * 16);
    uint w = v.z & 31, o = v.w & 31;
    uint mask = (1u << w) - 1;
    uint field = (v.x >> o) & mask;
    int extended = w == 0 ? 0 : ((int)(field << (32 - w)) >> (32 - w));
    uint inserted = (v.y & ~(mask << o)) | ((v.x & mask) << o);
    uint rotated = (v.x << o) | (v.x >> ((32 - o) & 31));
    Out.Store4(i * 16, uint4(field, (uint)extended, inserted, rotated));
}
