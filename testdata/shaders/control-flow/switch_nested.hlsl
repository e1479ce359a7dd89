// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint a, uint b, uint c); u0,space1 raw: 64 words (see the code)
// Catches: switch in switch in if, with breaks that leave only the inner one.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    uint r = 1;
    [branch] switch (v.x & 3) {
    case 0:
        [branch] switch (v.y & 3) {
        case 0: r = In.Load(4); break;
        case 1: r = In.Load(8) * 2;
        case 2: r += 5; break;
        default: break;
        }
        r *= 3;
        break;
    case 1:
        if (v.z & 1) {
            [branch] switch (v.y) {
            case 3: r = 9; break;
            case 5: r = In.Load(16); break;
            }
        } else
            r = 77;
        break;
    case 2:
        for (uint k = 0; k < (v.z & 7); ++k) {
            switch (k & v.y) {
            case 0: r += k; break;
            case 1: r *= 2; continue;
            default: r ^= 0xf0; break;
            }
            r = (r << 1) | (r >> 31);
        }
        break;
    }
    Out.Store(i * 4, r);
}
