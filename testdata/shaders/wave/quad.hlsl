// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 8 words: x across the quad in X, in Y, diagonally, of lane 2 of the quad, of
//       lane x & 3 of the quad, bits of (float)(x & 255) across in X, 1 if x is odd across in Y, sum over the quad
// Catches: a quad is four consecutive lanes; X is 1 apart, Y is 2 apart.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint across = QuadReadAcrossX(x), down = QuadReadAcrossY(x), diagonal = QuadReadAcrossDiagonal(x);
    Out.Store4(i * 32, uint4(across, down, diagonal, QuadReadLaneAt(x, 2)));
    Out.Store4(i * 32 + 16, uint4(QuadReadLaneAt(x, x & 3), asuint(QuadReadAcrossX((float)(x & 255))),
                                  QuadReadAcrossY((x & 1) != 0) ? 1 : 0, x + across + down + diagonal));
}
