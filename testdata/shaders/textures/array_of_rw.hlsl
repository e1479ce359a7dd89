// dxc: -T cs_6_0 -E main
// exec: groups 1; u0..u3,space1 2D 4x4 R32_UINT, 0 before; t0 raw: 64 uints k; each thread increments texel (k>>2 & 3, k>>4 & 3) of
//       image k & 3
// Catches: arrays of storage images indexed non-uniformly, atomics on them.
RWTexture2D<uint> U[4] : register(u0, space1);
ByteAddressBuffer In : register(t0);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = In.Load(i * 4);
    InterlockedAdd(U[NonUniformResourceIndex(k & 3)][uint2((k >> 2) & 3, (k >> 4) & 3)], 1);
}
