// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint x; u0,space1 raw: 64 words (see the code)
// Catches: ten levels of selections and loops, merges shared by several levels.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint h = 1;
    [branch] if (x & 1) {
        h = h * 3 + In.Load(0);
        [loop] for (uint a = 0; a < (x & 3); ++a) {
            [branch] if (x & 4) {
                [loop] for (uint b = a; b < 4; ++b) {
                    [branch] if (b != 2) {
                        h = h * 5 + b;
                        [branch] if (x & 8) {
                            [loop] while (h & 6) {
                                h = h * 7 + 3;
                                [branch] if (h & 0x10) {
                                    [branch] if (x & 16) {
                                        h ^= In.Load((h & 15) * 4);
                                        break;
                                    }
                                    h += 2;
                                } else
                                    h += 9;
                                if ((h & 0x300) == 0x300) break;
                                h >>= 1;
                            }
                        }
                    } else {
                        h += 100;
                        if (x & 32) break;
                    }
                }
            }
            h += a;
        }
    } else if (x & 2)
        h = In.Load(4);
    Out.Store(i * 4, h);
}
