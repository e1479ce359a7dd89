// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 64 x 6 words: sums over the wave of x or of a count of lanes, taken after a
//       divergent if, after `continue`, after leaving two loops at once, after returns out of a loop and out of a
//       switch, and in a loop after an inner loop that was left at different times (see the code)
// Catches: wave operations after control flow met again too late (fewer lanes) or moved into divergent copies.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint FromLoop(uint x) {
    [loop] for (uint k = 0; k < 5; ++k) {
        [branch] if (x >> k & 1) return k * 3 + 1;
        if ((x >> k & 6) == 4) break;
    }
    return 50;
}

uint FromSwitch(uint x) {
    [branch] switch (x & 3) {
    case 0: return 7 + In.Load(0);
    case 1: if (x & 8) return x; break;
    case 2: [loop] while (x & 4) { if (x & 16) return x * 3; x += 4; }
    default: x ^= 5; break;
    }
    return x + 1;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4), y = x;
    [branch] if (x & 1) {
        [branch] if (x & 2) y = In.Load(4); else y += 2;
    }
    uint afterIf = WaveActiveSum(y);

    // The lanes in a round are those whose number of rounds is not over, whatever they skipped before.
    uint inRound = 0;
    [loop] for (uint k = 0; k < (x & 7); ++k) {
        inRound = inRound * 9 + WaveActiveCountBits(true);
        [branch] if ((x >> k & 1) != 0) continue;
        inRound += In.Load((k & 3) * 4) & 15;
        [branch] if ((x >> k & 6) == 2) continue;
        inRound ^= 3;
    }

    uint a = 0, b = 0;
    bool found = false;
    [loop] for (a = 0; a < 4 && !found; ++a) {
        [loop] for (b = 0; b < 4; ++b) {
            if (a * b + a == (x & 15)) { found = true; break; }
        }
    }
    uint afterTwo = WaveActiveSum(a * 16 + b) * 16 + WaveActiveCountBits(found);

    uint afterReturn = WaveActiveSum(FromLoop(x));
    uint afterSwitch = WaveActiveSum(FromSwitch(x)) ^ WaveActiveCountBits(true) << 28;

    uint inner = 0, z = x;
    [loop] for (uint m = 0; m < 3; ++m) {
        [loop] while (z & 1) { z >>= 1; [branch] if ((z & 6) == 6) break; }
        inner = inner * 3 + WaveActiveSum(z & 0xff);
        z = z * 5 + m;
    }
    Out.Store4(i * 24, uint4(afterIf, inRound, afterTwo, afterReturn));
    Out.Store2(i * 24 + 16, uint2(afterSwitch, inner));
}
