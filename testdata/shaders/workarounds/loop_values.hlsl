// dxc: -T cs_6_0 -E main
// exec: t0 raw: 64 words; u0,space1 raw: for each thread whose word w is below 4, word w and 7, else 0
// Catches: an undefined value where a loop begins.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint w = In.Load(4 * i);
    uint found;
    [loop] for (uint k = 0; k < 4; k++)
        [branch] if (k == w)
            found = In.Load(4 * k) + 7;
    Out.Store(4 * i, found);
}
