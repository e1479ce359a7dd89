// dxc: -T cs_6_2 -E main
// exec: groups 1; t0 raw: 64 pairs of words; u0,space1 texture 2D of pairs of words (R64_UINT) 2x2, before 0, 0, ~0, 7: sum, exclusive
//       or, least, compare and exchange 7 -> 2^40
// Catches: 64-bit atomics on texels, coordinates in the wrong order.
#include "nvapi.hlsli"
ByteAddressBuffer In : register(t0);
RWTexture2D<uint2> Image : register(u0, space1);

uint2 Atomic(uint kind, uint2 place, uint4 operands) {
    uint m = Nv.IncrementCounter();
    Nv[m].mark = 1;
    Image[uint2(m, m)] = uint2(0, 0);
    uint n = Nv.IncrementCounter();
    Nv[n].src0.xy = place;
    Nv[n].src1 = operands;
    Nv[n].src2.x = kind;
    Nv[n].op = 20;
    return Nv[n].dst0.xy;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint4 x = uint4(In.Load2(i * 8), 0, 0);
    Atomic(3, uint2(0, 0), x);
    Atomic(2, uint2(1, 0), x);
    Atomic(7, uint2(0, 1), x);
    Atomic(9, uint2(1, 1), uint4(7, 0, 0, 1 << 8));
}
