// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints; u0,space1 raw: 64 words: hash of 32 array updates (see the code)
// Catches: local arrays of vectors and structs read and written at run-time indexes.
struct Slot { uint a; float b; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Slot slots[8];
    uint4 v[4];
    uint k;
    [loop] for (k = 0; k < 8; ++k) { slots[k].a = x + k; slots[k].b = k; v[k & 3] = uint4(k, x, k * 3, 1); }
    [loop] for (k = 0; k < 32; ++k) {
        uint at = (x >> (k & 15)) & 7;
        slots[at].a = slots[at].a * 5 + slots[(at + k) & 7].a;
        slots[at].b += 1;
        v[at & 3][k & 3] ^= slots[at].a + (uint)slots[at].b;
    }
    uint h = 0;
    [loop] for (k = 0; k < 8; ++k) h = h * 31 + slots[k].a + (uint)slots[k].b + v[k & 3][k >> 1 & 3];
    Out.Store(i * 4, h);
}
