// dxc: -T cs_6_0 -E main
// dxc[od]: -T cs_6_0 -E main -Od
// exec: groups 1; t0 raw: 64 x 2 indexes w, r; u0,space1 raw: 64 x 2 words: an array of 8 words, word k being 10 * (i + k), gets 7777 at w;
//       what it has at r, and the sum of all 8. With 0 beyond arrays, a read behind it is 0 and a write there does nothing.
// Catches: local arrays indexed beyond their end that read or write other memory, or end the program.
ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Output : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint2 at = Input.Load2(8 * i);
    uint words[8];
    [loop] for (uint k = 0; k < 8; ++k)
        words[k] = 10 * (i + k);
    words[at.x] = 7777;
    uint sum = 0;
    [loop] for (uint n = 0; n < 8; ++n)
        sum += words[n];
    Output.Store2(8 * i, uint2(words[at.y], sum));
}
