// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint outer, uint inner, uint stop), outer and inner below 20; u0,space1 raw: 64 words
//       (hash h of the code below)
// Catches: break and continue of the inner loop only; values that live across both loops.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 v = In.Load3(i * 12);
    uint h = 17;
    for (uint y = 0; y < v.x; ++y) {
        for (uint x = 0; x < v.y; ++x) {
            if (((x + y) & 3) == 1)
                continue;
            h = h * 31 + x + y * 7;
            if (h % 13 == v.z)
                break;
            h ^= x;
        }
        h += y;
        if ((h & 0xff) == v.z)
            break;
    }
    Out.Store(i * 4, h);
}
