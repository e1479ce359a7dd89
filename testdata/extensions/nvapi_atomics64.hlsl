// dxc: -T cs_6_2 -E main
// exec: groups 1; t0 raw: 64 pairs of words; u0,space1 raw: 8 uint64, before 0, ~0, 0, 0, ~0, 0, 77, 5 (add, and, or, xor, min, max,
//       exchange by thread 3, compare and exchange 5 -> 2^40 by thread 3); u1,space1 raw: 3 uint64: what thread 3 saw: 77, 5, 2^40
// Catches: each 64-bit atomic, words in the wrong order, a failed exchange that exchanges.
#include "nvapi.hlsli"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Old : register(u1, space1);

uint2 Atomic(uint kind, uint address, uint4 operands) {
    uint m = Nv.IncrementCounter();
    Nv[m].mark = 1;
    Out.Store(m, 0);
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = address;
    Nv[n].src1 = operands;
    Nv[n].src2.x = kind;
    Nv[n].op = 20;
    return Nv[n].dst0.xy;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint4 x = uint4(In.Load2(i * 8), 0, 0);
    Atomic(3, 0, x);
    Atomic(0, 8, x);
    Atomic(1, 16, x);
    Atomic(2, 24, x);
    Atomic(7, 32, x);
    Atomic(6, 40, x);
    if (i == 3) {
        Old.Store2(0, Atomic(8, 48, x));
        Old.Store2(8, Atomic(9, 56, uint4(5, 0, 0, 1 << 8)));
        Old.Store2(16, Atomic(9, 56, uint4(6, 0, 99, 0)));
    }
}
