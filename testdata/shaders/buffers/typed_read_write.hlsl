// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 typed R32_FLOAT 64 texels x: x*2; u1,space1 typed R32G32B32A32_UINT 64 texels: only z replaced
//       by x + y; u2,space1 typed R32_SINT 64 texels x: -x
// Catches: typed UAV loads, partial component updates (load, insert, store of all four).
RWBuffer<float> A : register(u0, space1);
RWBuffer<uint4> B : register(u1, space1);
RWBuffer<int> C : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    A[i] *= 2;
    uint4 v = B[i];
    B[i].z = v.x + v.y;
    C[i] = -C[i];
}
