// dxc: -T cs_6_0 -E main
// Catches: GetDimensions of every texture kind, float results included.
Texture1D<float> T1 : register(t0);
Texture1DArray<float> T1A : register(t1);
Texture2DArray<float> T2A : register(t2);
Texture3D<float> T3 : register(t3);
TextureCube<float> TC : register(t4);
TextureCubeArray<float> TCA : register(t5);
Texture2DMS<float> TM : register(t6);
Texture2DMSArray<float> TMA : register(t7);
RWTexture1D<float> U1 : register(u1, space1);
RWTexture1DArray<float> U1A : register(u2, space1);
RWTexture2D<float> U2 : register(u3, space1);
RWTexture2DArray<float> U2A : register(u4, space1);
RWTexture3D<float> U3 : register(u5, space1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main(uint mip : SV_GroupID) {
    uint w, h, d, n;
    float fw, fh;
    T1.GetDimensions(mip, w, n); Out.Store2(0, uint2(w, n));
    T1A.GetDimensions(mip, w, d, n); Out.Store3(8, uint3(w, d, n));
    T2A.GetDimensions(mip, w, h, d, n); Out.Store4(20, uint4(w, h, d, n));
    T3.GetDimensions(mip, w, h, d, n); Out.Store4(36, uint4(w, h, d, n));
    TC.GetDimensions(mip, w, h, n); Out.Store3(52, uint3(w, h, n));
    TCA.GetDimensions(mip, w, h, d, n); Out.Store4(64, uint4(w, h, d, n));
    TM.GetDimensions(w, h, n); Out.Store3(80, uint3(w, h, n));
    TMA.GetDimensions(w, h, d, n); Out.Store4(92, uint4(w, h, d, n));
    U1.GetDimensions(w); Out.Store(108, w);
    U1A.GetDimensions(w, d); Out.Store2(112, uint2(w, d));
    U2.GetDimensions(fw, fh); Out.Store2(120, asuint(float2(fw, fh)));
    U2A.GetDimensions(w, h, d); Out.Store3(128, uint3(w, h, d));
    U3.GetDimensions(w, h, d); Out.Store3(140, uint3(w, h, d));
}
