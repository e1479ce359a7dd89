// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 16 bytes of text; u0,space1 raw: 64 x 2 words (value of the decimal number that the text
//       begins with after spaces and an optional '-', as int bits; position behind it, or ~0 if there is no digit)
// Catches: a loop around a switch on state where cases set the next state, break and leave.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint CharAt(uint i, uint at) { return at < 16 ? (In.Load(i * 16 + (at & 12)) >> ((at & 3) * 8)) & 0xff : 0; }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint state = 0, at = 0, value = 0;
    bool negative = false, done = false;
    [loop] while (!done) {
        uint c = CharAt(i, at);
        [branch] switch (state) {
        case 0:
            if (c == 32) { ++at; break; }
            if (c == 45) { negative = true; ++at; }
            state = 1;
            break;
        case 1:
            if (c < 48 || c > 57) { at = ~0u; done = true; break; }
            state = 2;
        case 2:
            if (c >= 48 && c <= 57) { value = value * 10 + (c - 48); ++at; }
            else done = true;
            break;
        }
    }
    Out.Store2(i * 8, uint2(negative ? 0u - value : value, at));
}
