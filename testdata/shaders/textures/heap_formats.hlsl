// dxc: -T cs_6_6 -E main
// Catches: 64-bit atomics on one image of the heap as the type of another one, which DXC tells nothing apart from.
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    RWTexture2D<uint64_t> wide = ResourceDescriptorHeap[4];
    RWTexture2D<uint> counted = ResourceDescriptorHeap[3];
    RWTexture2D<uint> plain = ResourceDescriptorHeap[5];
    uint64_t before;
    InterlockedAdd(wide[uint2(0, 0)], 1, before);
    InterlockedAdd(counted[uint2(0, 0)], 1);
    plain[uint2(1, 0)] = plain[uint2(0, 0)] + (uint)before;
    Out.Store(0, (uint)wide[uint2(1, 1)]);
}
