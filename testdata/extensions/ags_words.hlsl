// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: groups 1; t0 raw: 16 lines of 16 bytes (signed), t1 raw: 16 lines of 16 bytes; u0,space1 raw: the product as words
// Catches: words of a matrix that shaders put together and read by themselves, in arrays, over branches.
#include "ags_matrices.hlsli"

ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(32, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    uint across = lane & 15, start = lane >> 4;
    Matrix all[2];
    [loop] for (uint n = 0; n < 2; n++) {
        all[n] = Fill(OF(I8, ROLE_B, 0, 0), 0);
        uint2 words = A.Load2(across * 16 + start * 8);
        if (n == 1)
            words = B.Load2(across * 16 + start * 8);
        all[n].word[0] = words.x;
        all[n].word[1] = words.y;
    }
    Matrix sums = Multiply(0xc, all[Length(OF(I8, ROLE_A, 0, 0)) - 2], all[1], Fill(OF(I32, SUMS, 0, 0), 0));
    for (uint i = 0; i < Length(OF(I32, SUMS, 0, 0)); i++)
        Out.Store(((start * 8 + i) * 16 + across) * 4, Element(OF(I32, SUMS, 0, 0), sums, i));
}
