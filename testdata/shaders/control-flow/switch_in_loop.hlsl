// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 16 bytes of program, one opcode a byte; u0,space1 raw: 64 x 2 words (accumulator, steps)
// Catches: break of the switch, continue of the loop and return out of both in one switch.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint2 Run(uint base) {
    uint acc = 1;
    uint pc = 0;
    [loop] for (uint step = 0; step < 40; ++step) {
        uint op = (In.Load(base + (pc & 12)) >> ((pc & 3) * 8)) & 7;
        ++pc;
        [branch] switch (op) {
        case 0: return uint2(acc, step);
        case 1: acc = acc * 3 + 1; break;
        case 2: acc ^= pc; continue;
        case 3:
            if (acc & 1) continue;
            acc >>= 1;
            break;
        case 4: pc += acc & 3; break;
        case 5: acc += op;
        case 6: acc += 100; break;
        default: if (acc > 100000) return uint2(acc, step + 1000); acc += 7; continue;
        }
        acc = acc * 5 + op;
        if (pc >= 16) pc -= 16;
    }
    return uint2(acc, 40);
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store2(i * 8, Run(i * 16));
}
