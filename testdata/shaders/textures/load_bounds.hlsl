// dxc: -T cs_6_0 -E main
// exec: groups 1; t0..t4: 1D, 1D array of 3, 2D, 2D array of 3, 3D, each 8 wide with 3 mips, R32G32B32A32_FLOAT; t5 2D 8x8 with 4 samples, t6 2D
//       array 8x8x3 with 4 samples; t7 raw: 64 x int4 (x, y, z or slice, mip or sample); u0,space1 raw: 64 x 9 x float4: the loads
//       (sample 1 of t6), 2D with offset (-3, 5), 3D with offset (1, -2, 7); 0 for what does not exist
// Catches: bounds of each coordinate, of slices and mips, after the offset was added.
Texture1D<float4> T1 : register(t0);
Texture1DArray<float4> T1A : register(t1);
Texture2D<float4> T2 : register(t2);
Texture2DArray<float4> T2A : register(t3);
Texture3D<float4> T3 : register(t4);
Texture2DMS<float4> TM : register(t5);
Texture2DMSArray<float4> TMA : register(t6);
ByteAddressBuffer In : register(t7);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int4 p = (int4)In.Load4(i * 16);
    uint o = i * 144;
    Out.Store4(o, asuint(T1.Load(p.xw)));
    Out.Store4(o + 16, asuint(T1A.Load(p.xzw)));
    Out.Store4(o + 32, asuint(T2.Load(p.xyw)));
    Out.Store4(o + 48, asuint(T2A.Load(p)));
    Out.Store4(o + 64, asuint(T3.Load(p)));
    Out.Store4(o + 80, asuint(TM.Load(p.xy, p.w & 3)));
    Out.Store4(o + 96, asuint(TMA.Load(p.xyz, 1)));
    Out.Store4(o + 112, asuint(T2.Load(p.xyw, int2(-3, 5))));
    Out.Store4(o + 128, asuint(T3.Load(p, int3(1, -2, 7))));
}
