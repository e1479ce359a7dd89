// dxc: -T cs_6_0 -E main
// exec: groups 1; u0..u2,space1 2D 8x8 R32_UINT (0 before), R8_UINT and R16_UINT (7 x before): the first texel of u0 counts the
//       threads, u1 has the low byte of u2's texel and the thread's number
// Catches: the format of one image, which atomics ask for, as that of all others in its range.
RWTexture2D<uint> U[3] : register(u0, space1);

[numthreads(8, 8, 1)]
void main(uint2 p : SV_DispatchThreadID) {
    InterlockedAdd(U[0][uint2(0, 0)], 1);
    U[1][p] = (U[2][p] + p.y * 8 + p.x) & 0xff;
}
