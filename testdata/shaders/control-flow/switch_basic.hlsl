// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint selector, uint x); u0,space1 raw: 64 words (see the code)
// Catches: sparse and negative case values, several cases with one body, default in the middle.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    uint r;
    [branch] switch ((int)v.x) {
    case 0: r = v.y + In.Load(v.y & 0xfc); break;
    case 7:
    case -3:
    case 1000000: r = v.y * 3; break;
    default: r = v.y ^ 0x55; break;
    case 2: r = v.y / 5; break;
    case -2147483647 - 1: r = ~v.y; break;
    }
    Out.Store(i * 4, r);
}
