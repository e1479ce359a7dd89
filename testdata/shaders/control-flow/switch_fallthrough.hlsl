// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint selector 0..7, uint x); u0,space1 raw: 64 words (see the code)
// Catches: cases that fall into the next one with work before, also into and out of default.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint h = v.y;
    switch (v.x) {
    case 0: h = h * 31 + In.Load(0);
    case 1: h = h * 33 + In.Load(8);
    case 2: h = h * 37 + In.Load(16); break;
    case 3: h = h ^ In.Load(24);
    default: h = h + In.Load(32);
    case 5: h = h * 41 + 5;
        if (h & 1) break;
        h = h * 43;
    case 6: h = h + 6; break;
    }
    Out.Store(i * 4, h);
}
