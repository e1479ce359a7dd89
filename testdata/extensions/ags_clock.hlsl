// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 raw: 4 words: whether each clock is no earlier after work than before: the wave's, the device's; 3
// Catches: words of a clock in the wrong order, readings that are merged or moved.
RWByteAddressBuffer Amd : register(u0, space2147420894);
RWByteAddressBuffer Out : register(u0, space1);

uint Part(uint op, uint phase) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | phase << 24 | op, 0, 0, result);
    return result;
}
uint2 Clock(uint op) {
    uint low = Part(op, 0);
    return uint2(low, Part(op, 1));
}
uint Later(uint2 a, uint2 b) { return a.y > b.y || a.y == b.y && a.x >= b.x ? 1 : 0; }

[numthreads(1, 1, 1)]
void main() {
    uint2 wave = Clock(0x1f), device = Clock(0x20);
    float x = 1;
    for (uint i = 0; i < 64; i++)
        x = sin(x) + 1;
    Out.Store(8, asuint(x));
    Out.Store2(0, uint2(Later(Clock(0x1f), wave), Later(Clock(0x20), device)));
    Out.Store(8, 3);
}
