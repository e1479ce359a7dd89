// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint x, uint n), n below 20; u0,space1 raw: 64 x 3 words (see the code)
// Catches: `continue` from several depths in each kind of loop, where it goes to the step (for), the test at the top
//          (while) and the test at the bottom (do).
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 8), n = In.Load(i * 8 + 4);
    uint a = x;
    [loop] for (uint k = 0; k < n; k += 1 + (a & 1)) {
        [branch] if (a & 2) { a = a * 5 + 1; continue; }
        a ^= k << 3;
        [branch] if (a & 4) {
            [branch] if (a & 16) { a += 9; continue; }
            a = a * 3;
        } else if (a & 32) {
            a = (a >> 1) | (a << 31);
            continue;
        }
        a += In.Load((a & 63) * 8);
    }
    uint b = x, w = 0;
    [loop] while (w < n) {
        ++w;
        [branch] if (b & 1) {
            b = b * 7 + w;
            [branch] if (b & 2) continue;
            if (w > 15) break;
        }
        [branch] switch (b & 12) {
        case 0: b += 3; continue;
        case 4: b ^= 0x55; break;
        case 8: b += w; if (b & 64) continue; break;
        }
        b = b * 11 + 1;
    }
    uint c = x, d = n;
    [loop] do {
        c = c * 13 + d;
        [branch] if (c & 1) continue;
        c ^= 0x77;
        [branch] if (c & 2) { c += 5; if (c & 8) continue; c += 11; }
        if ((c & 0xf0) == 0x30) break;
        c += In.Load((c & 63) * 8);
    } while (d-- > 0);
    Out.Store3(i * 12, uint3(a, b, c));
}
