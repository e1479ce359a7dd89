// dxc: -T cs_6_0 -E main
// exec: groups 1; 8x8 textures R32_UINT: t0 only read, u0,space1 only read; u1,space1, u2,space1: at (2x, y) what t0 (u2: u0) has
//       there plus 1, at (2x + 1, y) what it has there plus what was just written at (2x, y)
// Catches: an image that is written sharing its type with one that is only read, as buffers/read_back has it for buffers.
Texture2D<uint> A : register(t0);
RWTexture2D<uint> B : register(u0, space1);
RWTexture2D<uint> P : register(u1, space1);
RWTexture2D<uint> Q : register(u2, space1);

[numthreads(4, 8, 1)]
void main(uint2 i : SV_DispatchThreadID) {
    uint2 at = uint2(2 * i.x, i.y), next = at + uint2(1, 0);
    P[at] = A[at] + 1;
    P[next] = A[next] + P[at];
    Q[at] = B[at] + 1;
    Q[next] = B[next] + Q[at];
}
