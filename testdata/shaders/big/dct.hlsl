// dxc: -T cs_6_0 -E main
// exec: groups 1 of 8x8; t0 structured (stride 4): 64 floats f[y*8+x]; u0,space1 structured (stride 4): 64 floats: their orthonormal
//       two-dimensional DCT-II (index v*8+u); u1,space1 structured (stride 4): the inverse of u0, equal to the input; tolerance
// Catches: separable transforms in groupshared memory, constants, many multiply-adds.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0, space1);
RWStructuredBuffer<float> Back : register(u1, space1);
groupshared float A[8][8];
groupshared float B[8][8];

float Basis(uint u, uint x) { return (u == 0 ? 0.353553391 : 0.5) * cos((2 * x + 1) * u * 0.196349541); }

[numthreads(8, 8, 1)]
void main(uint2 t : SV_GroupThreadID, uint i : SV_GroupIndex) {
    A[t.y][t.x] = In[i];
    GroupMemoryBarrierWithGroupSync();
    float s = 0;
    [unroll] for (uint k = 0; k < 8; ++k) s += A[t.y][k] * Basis(t.x, k);
    B[t.y][t.x] = s;
    GroupMemoryBarrierWithGroupSync();
    s = 0;
    [unroll] for (uint m = 0; m < 8; ++m) s += B[m][t.x] * Basis(t.y, m);
    A[t.y][t.x] = s;
    Out[i] = s;
    GroupMemoryBarrierWithGroupSync();
    s = 0;
    [unroll] for (uint n = 0; n < 8; ++n) s += A[t.y][n] * Basis(n, t.x);
    B[t.y][t.x] = s;
    GroupMemoryBarrierWithGroupSync();
    s = 0;
    [unroll] for (uint o = 0; o < 8; ++o) s += B[o][t.x] * Basis(o, t.y);
    Back[i] = s;
}
