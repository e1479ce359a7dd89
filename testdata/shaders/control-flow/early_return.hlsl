// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b, uint c); u0,space1 raw: 64 words, 0xdeadbeef before the dispatch
//       (see the code; threads that return before a store leave the word alone)
// Catches: returns at several depths of the entry function itself.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    if (v.x == 0)
        return;
    uint r = v.x;
    if (v.y > 10) {
        if (v.z == 3)
            return;
        r += 100;
        if (v.z == 4) {
            Out.Store(i * 4, r);
            return;
        }
        r *= v.z;
    } else {
        for (uint k = 0; k < v.y; ++k) {
            if (k == v.z)
                return;
            r = r * 3 + k;
        }
    }
    Out.Store(i * 4, r);
}
