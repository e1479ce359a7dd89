// dxc: -T cs_6_0 -E main
// exec: groups 1 of 4x4x4; u0..u4,space1: 1D 4 R32_FLOAT, 1D array 4x4 R32_FLOAT, 2D 4x4 R32G32B32A32_FLOAT, 2D array 4x4x4
//       R32_UINT, 3D 4x4x4 R32G32_FLOAT, all 0 before; after: 1D[x] = x; 1DA[x,y] = x + 10 y; 2D[x,y] = (x, y, x+y, 1);
//       2DA[p] = x + 4y + 16z; 3D[p] = (x + y, z)
// Catches: storage image coordinates of every dimension.
RWTexture1D<float> U1 : register(u0, space1);
RWTexture1DArray<float> U1A : register(u1, space1);
RWTexture2D<float4> U2 : register(u2, space1);
RWTexture2DArray<uint> U2A : register(u3, space1);
RWTexture3D<float2> U3 : register(u4, space1);

[numthreads(4, 4, 4)]
void main(uint3 p : SV_DispatchThreadID) {
    if (p.y == 0 && p.z == 0) U1[p.x] = p.x;
    if (p.z == 0) {
        U1A[p.xy] = p.x + 10.0 * p.y;
        U2[p.xy] = float4(p.xy, p.x + p.y, 1);
    }
    U2A[p] = p.x + 4 * p.y + 16 * p.z;
    U3[p] = float2(p.x + p.y, p.z);
}
