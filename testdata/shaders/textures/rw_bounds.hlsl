// dxc: -T cs_6_0 -E main
// exec: groups 1; u1..u5,space1: 1D 4, 1D array 4x3, 2D 4x4, 2D array 4x4x3, 3D 4x4x3, R32_UINT; t0 raw: 64 x int3, different ones;
//       u0,space1 raw: 64 x 5 words: the texel at (x), (x, y), (x, y), (x, y, z), (x, y, z), 0 where there is none; then it is
//       replaced by i + 1 (of the first by threads with y = z = 0, of the second and third by those with z = 0)
// Catches: bounds of storage images: every coordinate, slices of arrays, depth.
RWByteAddressBuffer Out : register(u0, space1);
RWTexture1D<uint> U1 : register(u1, space1);
RWTexture1DArray<uint> U1A : register(u2, space1);
RWTexture2D<uint> U2 : register(u3, space1);
RWTexture2DArray<uint> U2A : register(u4, space1);
RWTexture3D<uint> U3 : register(u5, space1);
ByteAddressBuffer In : register(t0);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 p = In.Load3(i * 12);
    Out.Store4(i * 20, uint4(U1[p.x], U1A[p.xy], U2[p.xy], U2A[p]));
    Out.Store(i * 20 + 16, U3[p]);
    AllMemoryBarrierWithGroupSync();
    if (p.y == 0 && p.z == 0) U1[p.x] = i + 1;
    if (p.z == 0) {
        U1A[p.xy] = i + 1;
        U2[p.xy] = i + 1;
    }
    U2A[p] = i + 1;
    U3[p] = i + 1;
}
