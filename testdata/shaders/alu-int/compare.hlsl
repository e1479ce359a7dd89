// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (uint a, uint b); u0,space1 raw: 64 x 1 word
//       bits 0..3 unsigned < <= > >=, 4..7 the same signed, 8 ==, 9 !=, 10 a && b, 11 a || b, 12 !a
// Catches: signed and unsigned predicates mixed up.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint a = In.Load(i * 8);
    uint b = In.Load(i * 8 + 4);
    int sa = (int)a, sb = (int)b;
    uint r = (uint)(a < b) | (uint)(a <= b) << 1 | (uint)(a > b) << 2 | (uint)(a >= b) << 3;
    r |= (uint)(sa < sb) << 4 | (uint)(sa <= sb) << 5 | (uint)(sa > sb) << 6 | (uint)(sa >= sb) << 7;
    r |= (uint)(a == b) << 8 | (uint)(a != b) << 9 | (uint)(a && b) << 10 | (uint)(a || b) << 11 | (uint)(!a) << 12;
    Out.Store(i * 4, r);
}
