// dxc: -T cs_6_6 -E main
// exec: t0 raw: 64 words w; u0,space1 raw: 5 words for each thread: those that are odd in w have what lanes 0 and 1 of their quad, and
//       those across and diagonally have of 100 + i, and the coarse derivative in Y of i; the others 0xaaaaaaaa
// Catches: what inactive lanes of the quad hold.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint w = In.Load(4 * i);
    uint4 read = 0xaaaaaaaa;
    uint slope = 0xaaaaaaaa;
    [branch] if (w & 1) {
        uint value = 100 + i;
        read = uint4(QuadReadLaneAt(value, 0), QuadReadLaneAt(value, 1), QuadReadAcrossX(value), QuadReadAcrossDiagonal(value));
        slope = asuint(ddy_coarse(float(i)));
    }
    Out.Store4(20 * i, read);
    Out.Store(20 * i + 16, slope);
}
