// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint selector; u0,space1 raw: 64 x 2 words (see the code)
// Catches: dense switches that the compiler turns into tables or select chains, with a 16-bit and a bool selector.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

uint Weight(uint s) {
    switch (s) {
    case 0: return 11;
    case 1: return 23;
    case 2: return 35;
    case 3: return 2;
    case 4: return 59;
    case 5: return 6;
    case 6: return 7;
    case 7: return 100;
    }
    return 1;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint s = In.Load(i * 4);
    uint evenly = 0;
    switch (s) {
    case 0: evenly = 5; break;
    case 1: evenly = 8; break;
    case 2: evenly = 11; break;
    case 3: evenly = 14; break;
    }
    Out.Store2(i * 8, uint2(Weight(s), evenly));
}
