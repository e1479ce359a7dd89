// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints, sorted ascending; u0,space1 raw: 64 x 2 words
//       (position of 3*i in the input by binary search or ~0, number of steps)
// Catches: returns out of nested constructs of an inlined function, which become exits of several levels.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Find(uint wanted, out uint steps) {
    int lo = 0, hi = 63;
    steps = 0;
    while (lo <= hi) {
        int mid = (lo + hi) >> 1;
        uint x = In.Load(mid * 4);
        ++steps;
        if (x == wanted) {
            if (mid == 0)
                return 0;
            for (int back = mid; back > 0; --back) {
                if (In.Load((back - 1) * 4) != wanted)
                    return back;
            }
            return 0;
        }
        if (x < wanted) lo = mid + 1; else hi = mid - 1;
    }
    return ~0u;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint steps;
    uint at = Find(i * 3, steps);
    Out.Store2(i * 8, uint2(at, steps));
}
