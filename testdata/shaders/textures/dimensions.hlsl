// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; t0 2D 16x8 with 4 mips, t1 2D array 4x4x3, t2 3D 4x5x6, b0,space2: uint mip; u0,space1 raw: 2D size
//       at that mip and level count (0, 0, 4 if mip is out of range), array width, height, elements; 3D width, height, depth;
//       2D size without mip
// Catches: which component is which, mip operand out of range.
Texture2D<float4> T2 : register(t0);
Texture2DArray<float4> T2A : register(t1);
Texture3D<float4> T3 : register(t2);
cbuffer Params : register(b0, space2) { uint Mip; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    uint w, h, d, n;
    T2.GetDimensions(Mip, w, h, n);
    Out.Store3(0, uint3(w, h, n));
    T2A.GetDimensions(w, h, d);
    Out.Store3(12, uint3(w, h, d));
    T3.GetDimensions(w, h, d);
    Out.Store3(24, uint3(w, h, d));
    T2.GetDimensions(w, h);
    Out.Store2(36, uint2(w, h));
}
