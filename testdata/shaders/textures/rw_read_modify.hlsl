// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8x8; u0,space1 2D 8x8 R32G32B32A32_FLOAT c: c.zyxw * 2; u1,space1 2D 8x8 R32_UINT x: x ^ (x >> 16); thread
//       (7,7) also writes at (8, 3) and (-1, 0): dropped
// Catches: storage image loads, out-of-bounds stores.
RWTexture2D<float4> A : register(u0, space1);
RWTexture2D<uint> B : register(u1, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    A[p] = A[p].zyxw * 2;
    uint x = B[p];
    B[p] = x ^ (x >> 16);
    if (all(p == 7)) {
        B[uint2(8, 3)] = 1;
        B[uint2(p.x - 8, 0)] = 2;
    }
}
