// dxc: -T cs_6_2 -E main
// exec: as `nvapi_atomics64`
// Catches: each 64-bit atomic, words in the wrong order, the result of the first part as it was before the last.
RWByteAddressBuffer Amd : register(u0, space2147420894);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Old : register(u1, space1);

uint Part(uint op, uint phase, uint data, uint a, uint b) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | phase << 24 | data << 8 | op, a, b, result);
    return result;
}
uint2 Atomic(uint kind, uint address, uint2 x) {
    uint2 old;
    old.x = Part(0x18, 0, kind, address, 0);
    old.y = Part(0x18, 1, kind, 0, x.x);
    Out.Store(old.x, old.y);
    old.y = Part(0x18, 2, kind, x.y, old.y);
    return old;
}
uint2 Exchange(uint address, uint2 compare, uint2 x) {
    uint2 old;
    old.x = Part(0x18, 0, 8, address, 0);
    old.y = Part(0x18, 1, 8, 0, x.x);
    Out.Store(old.x, old.y);
    old.y = Part(0x18, 2, 8, x.y, compare.x);
    old.y = Part(0x18, 3, 8, compare.y, old.y);
    return old;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint2 x = In.Load2(i * 8);
    Atomic(6, 0, x);
    Atomic(3, 8, x);
    Atomic(4, 16, x);
    Atomic(5, 24, x);
    Atomic(1, 32, x);
    Atomic(2, 40, x);
    if (i == 3) {
        Old.Store2(0, Atomic(7, 48, x));
        Old.Store2(8, Exchange(56, uint2(5, 0), uint2(0, 1 << 8)));
        Old.Store2(16, Exchange(56, uint2(6, 0), uint2(99, 0)));
    }
}
