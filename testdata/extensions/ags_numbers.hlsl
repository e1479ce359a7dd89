// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x 3 words; u0,space1 raw: 64 x 15 words: of the three: least, median, largest as integers, as floats; of
//       the first: its half to the nearest, down, up; 8-bit floats of it (e4m3, e5m2, both saturated); the floats of its low byte
// Catches: a median that is another, halves that round the wrong way, overflow that saturates or does not.
RWByteAddressBuffer Amd : register(u0, space2147420894);
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Part(uint op, uint phase, uint data, uint a, uint b) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | phase << 24 | data << 8 | op, a, b, result);
    return result;
}
uint Three(uint op, uint3 x) { return Part(op, 1, 0, x.z, Part(op, 0, 0, x.x, x.y)); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 x = In.Load3(i * 12);
    uint at = i * 60;
    Out.Store3(at, uint3(Three(7, x), Three(9, x), Three(11, x)));
    Out.Store3(at + 12, uint3(Three(8, x), Three(10, x), Three(12, x)));
    Out.Store3(at + 24, uint3(Part(0x1c, 0, 1, x.x, 0), Part(0x1c, 0, 2, x.x, 0), Part(0x1c, 0, 3, x.x, 0)));
    Out.Store4(at + 36, uint4(Part(0x36, 0, 2, x.x, 0), Part(0x36, 0, 3, x.x, 0), Part(0x36, 0, 0x102, x.x, 0), Part(0x36, 0, 0x103, x.x, 0)));
    Out.Store2(at + 52, uint2(Part(0x36, 0, 0, x.x & 255, 0), Part(0x36, 0, 1, x.x & 255, 0)));
}
