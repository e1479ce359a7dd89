// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 raw: 4 words: whether the device's clock is no earlier after work than before, and not always 0
// Catches: words of the clock in the wrong order, readings that are merged or moved.
#include "nvapi.hlsli"
RWByteAddressBuffer Out : register(u0, space1);

uint Special(uint kind) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = 19;
    Nv[n].src0.x = kind;
    return Nv.IncrementCounter();
}

[numthreads(1, 1, 1)]
void main() {
    uint high = Special(10), low = Special(9);
    float x = 1;
    for (uint i = 0; i < 64; i++)
        x = sin(x) + 1;
    Out.Store(8, asuint(x));
    uint later = Special(10), after = Special(9);
    Out.Store(0, later > high || later == high && after >= low ? 1 : 0);
    Out.Store(4, (later | after) != 0 ? 1 : 0);
    Out.Store(8, 3);
}
