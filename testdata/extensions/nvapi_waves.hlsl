// dxc: -T cs_6_0 -E main
// dxc[69]: -T cs_6_9 -E main
// exec: groups 1, waves of at most 32; t0 raw: 64 uints x; u0,space1 raw: 64 x 16 words: x of lane 5, of lane x & 7, of the lane
//       before, of two lanes on in fours, of lane ^ 5, of lane 3 of its eight; any odd, all odd, ballot of odd; number of the lane,
//       mask of those before; lanes with the same x & 3, with the same x & 1 and x & 2; whether x & 15 is at most 5 and x of that
//       lane or its own; any odd among those with x & 4 (else 9)
// Catches: shuffles of another segment or direction, results in another order, votes of all lanes in a branch.
#include "nvapi.hlsli"
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Shuffle(uint op, uint value, uint lane, uint width) {
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = value;
    Nv[n].src0.y = lane;
    Nv[n].src0.z = (32 - width) << 8 | (op == 2 ? 0 : 31);
    Nv[n].op = op;
    return Nv.IncrementCounter();
}
uint Simple(uint op, uint value) {
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = value;
    Nv[n].op = op;
    return Nv.IncrementCounter();
}
uint Match(uint2 value, uint count) {
    uint n = Nv.IncrementCounter();
    Nv[n].src0.xy = value;
    Nv[n].src1.x = count;
    Nv[n].op = 21;
    return Nv.IncrementCounter();
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), at = i * 64, odd = x & 1;
    Out.Store4(at, uint4(Shuffle(1, x, 5, 32), Shuffle(1, x, x & 7, 32), Shuffle(2, x, 1, 32), Shuffle(3, x, 2, 4)));
    Out.Store4(at + 16, uint4(Shuffle(4, x, 5, 32), Shuffle(1, x, 3, 8), Simple(6, odd), Simple(5, odd)));
    Out.Store4(at + 32, uint4(Simple(7, odd), Simple(8, 0), Simple(19, 4), Match(uint2(x & 3, 0), 1)));
    Out.Store(at + 48, Match(x & uint2(1, 2), 2));
    uint n = Nv.IncrementCounter();
    Nv[n].src0.x = x;
    Nv[n].src0.y = x & 15;
    Nv[n].src0.z = 5;
    Nv[n].op = 33;
    Nv[n].count = 2;
    Out.Store(at + 52, Nv.IncrementCounter());
    Out.Store(at + 56, Nv.IncrementCounter());
    uint among = 9;
    if (x & 4)
        among = Simple(6, odd);
    Out.Store(at + 60, among);
}
