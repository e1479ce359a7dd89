// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x uint x; u0,space1 raw: 64 words (see the code)
// Catches: long else-if chains whose arms merge at one block, arms with and without a value.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = In.Load(i * 4);
    uint r = 0;
    [branch] if (x < 10) r = In.Load((x & 7) * 4);
    else if (x < 20) { r = x * 2; if (x == 15) r = In.Load(60); }
    else if (x < 30) { }
    else if (x < 40) { r = x; [branch] if (x & 1) r = In.Load(x); else r ^= 3; r += 1; }
    else if (x == 50 || x == 52 || (x > 60 && x < 63)) r = 5;
    else r = ~x;
    Out.Store(i * 4, r);
}
