// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint x, uint n), n below 9; u0,space1 raw: 64 x 2 words (see the code); u1,space1 raw: a word that stays
// Catches: loops without a test of their own, left by break or return from several depths as the data says; code
//          behind loops that nothing breaks out of and behind an if of which both sides return. (That a loop has some way
//          out is a rule of DXIL.)
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
RWByteAddressBuffer Never : register(u1, space1);

uint Walk(uint x, uint n) {
    [loop] for (;;) {
        x = x * 1664525 + 1013904223;
        [branch] if (x >> 31) {
            [loop] for (;;) {
                x = x * 22695477 + 1;
                [branch] if ((x >> 24 & 7) == n) return x;
                if (x >> 28 == 3) break;
                [branch] if (x >> 30 == 2) {
                    if (n-- == 0) return ~x;
                    continue;
                }
            }
        } else if ((x >> 20 & 15) == 4)
            break;
    }
    [branch] if (x & 0x1000) return x ^ In.Load(0); else return x + In.Load(4);
    return 99;
}

uint Stuck(uint x, uint n) {
    [branch] if (x == 0xffffffff) {
        [loop] while (true) {
            uint old;
            Never.InterlockedAdd(0, x, old);
            if (old == x - n) return 1;
        }
        return 3;
    }
    [loop] while (true) {
        if (x < 100) return x;
        x = x / 3 + (x & 7);
    }
    return 2;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    Out.Store2(i * 8, uint2(Walk(v.x, v.y), Stuck(v.x, v.y)));
}
