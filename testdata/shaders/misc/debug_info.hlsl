// dxc: -T cs_6_0 -E main -Zi -Qembed_debug
// dxc[od]: -T cs_6_0 -E main -Zi -Qembed_debug -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 words: popcount(x) by a loop
// Catches: debug metadata and the ILDB part must not get in the way.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Popcount(uint value) {
    uint count = 0;
    while (value != 0) {
        value &= value - 1;
        ++count;
    }
    return count;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Out.Store(i * 4, Popcount(x));
}
