// dxc: -T cs_6_0 -E main
// dxc[native16]: -T cs_6_2 -E main -enable-16bit-types -DNATIVE16
// exec: groups 1 of 8x8; t0 2D 8x8 R32G32B32A32_UINT (R16 formats for the variant), t1 2D 8x8 R32G32_SINT; u0,space1 2D 8x8
//       R32G32B32A32_UINT: t0.wzyx + 1; u1,space1 2D 8x8 R32_SINT: t1.x * t1.y
// Catches: integer component types of sampled and storage images.
#ifdef NATIVE16
typedef uint16_t4 U4;
typedef int16_t2 I2;
typedef int16_t I1;
#else
typedef uint4 U4;
typedef int2 I2;
typedef int I1;
#endif
Texture2D<U4> TU : register(t0);
Texture2D<I2> TI : register(t1);
RWTexture2D<U4> OutU : register(u0, space1);
RWTexture2D<I1> OutI : register(u1, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    OutU[p] = TU[p].wzyx + (U4)1;
    I2 v = TI.Load(int3(p, 0));
    OutI[p] = v.x * v.y;
}
