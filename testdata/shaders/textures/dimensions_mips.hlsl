// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; t0..t5: 1D 21 with 5 mips, 1D array 9x5 with 4 mips, 2D array 20x9x3 with 5 mips, 3D 16x9x5 with 5 mips, cube
//       16 with 5 mips, cube array 8 of 2 with 3 mips; b0,space2: uint mip; u0,space1 raw: sizes at that mip (all 0 for one that does not
//       exist, number of slices included), then the number of mips: 2, 3, 4, 4, 3, 4 words, then float results of the 2D array: 4 words
// Catches: mip operand of size queries, out of range included, in each dimension.
Texture1D<float> T1 : register(t0);
Texture1DArray<float> T1A : register(t1);
Texture2DArray<float> T2A : register(t2);
Texture3D<float> T3 : register(t3);
TextureCube<float> TC : register(t4);
TextureCubeArray<float> TCA : register(t5);
cbuffer Params : register(b0, space2) { uint mip; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    uint w, h, d, n;
    float fw, fh, fd, fn;
    T1.GetDimensions(mip, w, n); Out.Store2(0, uint2(w, n));
    T1A.GetDimensions(mip, w, d, n); Out.Store3(8, uint3(w, d, n));
    T2A.GetDimensions(mip, w, h, d, n); Out.Store4(20, uint4(w, h, d, n));
    T3.GetDimensions(mip, w, h, d, n); Out.Store4(36, uint4(w, h, d, n));
    TC.GetDimensions(mip, w, h, n); Out.Store3(52, uint3(w, h, n));
    TCA.GetDimensions(mip, w, h, d, n); Out.Store4(64, uint4(w, h, d, n));
    T2A.GetDimensions(mip, fw, fh, fd, fn); Out.Store4(80, asuint(float4(fw, fh, fd, fn)));
}
