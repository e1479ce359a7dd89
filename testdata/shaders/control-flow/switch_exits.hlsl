// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x (uint selector below 12, uint x); u0,space1 raw: 64 x 3 words (see the code)
// Catches: switches whose default is shared with cases, is missing, falls into a case, or only returns; returns out of
//          cases and out of loops in cases; a switch in which every case returns.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Shared(uint s, uint x) {
    uint r = x;
    [branch] switch (s) {
    case 1:
    default:
    case 4: r = r * 3 + In.Load((x & 15) * 4); break;
    case 2:
        for (uint k = 0; k < 9; ++k) {
            if ((r >> k & 5) == 5) return r + k;
            r = r * 5 + 1;
        }
        break;
    case 3: if (x & 1) return 77; r += 8;
    case 5: r ^= 0xff; break;
    case 6: return In.Load((x & 7) * 8);
    }
    return r + 1000;
}

uint Missing(uint s, uint x) {
    uint r = x;
    [branch] switch (s) {
    case 0:
    case 8: r = In.Load((r & 31) * 4); if (r & 1) break; r += 3; break;
    case 3: r *= 7;
    case 9: if (x & 2) return r; break;
    case 11: break;
    }
    return ~r;
}

uint Every(uint s, uint x) {
    [branch] switch (s & 3) {
    case 0: return x * 2 + In.Load(0);
    case 1: if (x & 4) return x ^ In.Load(8); else return 5;
    case 2: [loop] while (true) { x = x * 9 + 1; if ((x & 0x18) == 8) return x; }
    default: return s;
    }
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 v = In.Load2(i * 8);
    Out.Store3(i * 12, uint3(Shared(v.x, v.y), Missing(v.x, v.y), Every(v.x, v.y)));
}
