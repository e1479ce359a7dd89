// dxc: -T cs_6_5 -E main
// exec: groups 1; t0 raw: 64 uints x; u0,space1 raw: 2 x 64 x 20 words, first for all lanes, then for the lanes with odd x (0 elsewhere):
//       the lanes with the same x & 3, the same float (NaN where x & 4, else x & 2), the same bool (x & 8), the same x & 6 as a vector of
//       two, the same x
// Catches: lanes that are inactive, NaN that does not equal itself, loops that lose lanes or never end.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

void Match(uint x, uint at) {
    float f = (x & 4) != 0 ? asfloat(0x7fc00000) : (float)(x & 2);
    Out.Store4(at, WaveMatch(x & 3));
    Out.Store4(at + 16, WaveMatch(f));
    Out.Store4(at + 32, WaveMatch((x & 8) != 0));
    Out.Store4(at + 48, WaveMatch(uint2(x & 2, x & 4)));
    Out.Store4(at + 64, WaveMatch(x));
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    Match(x, i * 80);
    if (x & 1)
        Match(x, (64 + i) * 80);
}
