// dxc: -T cs_6_2 -E main
// dxc[60]: -T cs_6_0 -E main
// dxc[69]: -T cs_6_9 -E main
// exec: groups 1; t0 raw: 64 uints x below 1000; u0,space1 raw: 4 words: f32 sum of x, pairs of halves: sums of 1 and x & 15, least
//       and largest of x and -x; u1,space1 raw: 64 x 2 words, f32 i before: i + x after; u2,space1 raw: 64 words: i as before
// Catches: lost additions, halves in the wrong half, the new value for the old one, an atomic whose result nobody reads.
#include "nvapi.hlsli"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Own : register(u1, space1);
RWByteAddressBuffer Old : register(u2, space1);

void Name(RWByteAddressBuffer uav) {
    uint n = Nv.IncrementCounter();
    Nv[n].mark = 1;
    uav.Store(n, 0);
}
uint Atomic(RWByteAddressBuffer uav, uint op, uint kind, uint address, uint value) {
    Name(uav);
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = address;
    Nv[n].src1.x = value;
    Nv[n].src2.x = kind;
    Nv[n].op = op;
    return Nv[n].dst0.x;
}
uint Halves(float low, float high) { return f32tof16(low) | f32tof16(high) << 16; }

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint x = In.Load(i * 4);
    Atomic(Out, 13, 3, 0, asuint(float(x)));
    Atomic(Out, 12, 3, 4, Halves(1, x & 15));
    Atomic(Out, 12, 7, 8, Halves(x, -float(x)));
    Atomic(Out, 12, 6, 12, Halves(x, -float(x)));
    Old.Store(i * 4, Atomic(Own, 13, 3, i * 8, asuint(float(x))));
}
