// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8x8; u0..u5,space1 2D 8x8 R8G8B8A8_UNORM, R8G8B8A8_SNORM, R16G16_FLOAT, A2B10G10R10_UINT, R16G16_SINT, R8_UNORM; t0 raw: 64 x
//       float4 v; u6,space1 raw: 64 x 6 x 4 words: the texels before (as floats or integers, (0, 0, 0, 1) where the format lacks
//       components); after: v, v * 2 - 1, v * 8, (uint)(v * 1000) & (1023, 1023, 1023, 3), -(int)(v * 1000), v
// Catches: conversions of storage image loads and stores, missing components.
RWTexture2D<unorm float4> A : register(u0, space1);
RWTexture2D<snorm float4> B : register(u1, space1);
RWTexture2D<float4> C : register(u2, space1);
RWTexture2D<uint4> D : register(u3, space1);
RWTexture2D<int4> E : register(u4, space1);
RWTexture2D<unorm float4> F : register(u5, space1);
RWByteAddressBuffer Out : register(u6, space1);
ByteAddressBuffer In : register(t0);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID, uint i : SV_GroupIndex) {
    float4 v = asfloat(In.Load4(i * 16));
    uint o = i * 96;
    Out.Store4(o, asuint(A[p]));
    Out.Store4(o + 16, asuint(B[p]));
    Out.Store4(o + 32, asuint(C[p]));
    Out.Store4(o + 48, D[p]);
    Out.Store4(o + 64, (uint4)E[p]);
    Out.Store4(o + 80, asuint(F[p]));
    A[p] = v;
    B[p] = v * 2 - 1;
    C[p] = v * 8;
    D[p] = (uint4)(v * 1000) & uint4(1023, 1023, 1023, 3);
    E[p] = -(int4)(v * 1000);
    F[p] = v;
}
