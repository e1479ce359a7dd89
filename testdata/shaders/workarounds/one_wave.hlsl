// dxc: -T cs_6_0 -E main
// exec: t0 raw: 16 words, 4 for each group; groups 4; u0,space1 raw: for each thread the word of the one at the other end, plus the sum of
//       the group's first two, plus 1 where its word is odd
// Catches: reads of groupshared memory before others have written.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);
groupshared uint Words[4];

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
    uint w = In.Load(16 * group.x + 4 * i);
    Words[i] = w;
    uint other = Words[3 - i];
    if (i < 2)
        InterlockedAdd(Words[0], i == 0 ? 0 : Words[1]);
    uint sum = Words[0];
    if (w & 1)
        Words[i] = sum + 1;
    Out.Store(16 * group.x + 4 * i, other + (w & 1 ? Words[i] : sum));
}
