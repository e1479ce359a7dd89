// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// dxc[waves]: -T cs_6_6 -E main -D WAVES
// exec: groups 1; t0, t1 raw: tiles of halves, A row by row, B column by column; t2 raw: how many turns two loops have, then sums to
//       begin with; u0,space1 raw: tiles of sums, for each wave
// Catches: sums that one loop carries for another, that come by no turn of a loop or from two ways, that lanes change between
//          products, that begin with words, that trade places; products of one matrix taken for those of another.
#include "ags_matrices.hlsli"

#define ROLE_C OF(F32, SUMS, ROWS, 0)

ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
ByteAddressBuffer C : register(t2);
RWByteAddressBuffer Out : register(u0, space1);

Matrix Left(uint tile) { return Load(A, OF(F16, ROLE_A, ROWS, 0), tile * 512, 32); }
Matrix Right(uint tile) { return Load(B, OF(F16, ROLE_B, COLUMNS, 0), tile * 512, 32); }
Matrix Product(Matrix a, Matrix b, Matrix sums) { return Multiply(5, a, b, sums); }

#ifdef WAVES
[numthreads(64, 1, 1)]
[WaveSize(32)]
#else
[numthreads(32, 1, 1)]
#endif
void main(uint thread : SV_GroupIndex) {
    uint wave = thread / 32, lane = thread % 32;
    uint to = wave * 16 * 1024;
    uint2 turns = C.Load2(0);
    Matrix begun = Load(C, ROLE_C, 16, 64);
    Matrix a = Left(wave), b = Right(0), other = Right(1);

    // One after another, of the same matrices and of others.
    Matrix chain = Product(a, b, Fill(ROLE_C, 0));
    chain = Product(a, other, chain);
    chain = Product(Left(2), b, chain);
    Store(Out, ROLE_C, to, 64, chain);

    // Loops within each other, of which an inner one may have no turn.
    Matrix x = begun, y = chain, z = Fill(ROLE_C, 0);
    for (uint i = 0; i < turns.x; i++) {
        uint inner = i == 1 ? 0 : turns.y;
        for (uint j = 0; j < inner; j++) {
            x = Product(Left(i), Right(j), x);
            y = Product(Left(j), Right(i), y);
        }
        z = Product(Left(wave), Right(i), z);
        // The sign of the first row's first.
        if (lane == 0)
            y.word[0] ^= 0x80000000;
        if (i & 1)
            Store(Out, ROLE_C, to + 1024, 64, x);
    }
    Store(Out, ROLE_C, to + 2048, 64, x);
    Store(Out, ROLE_C, to + 3072, 64, y);
    Store(Out, ROLE_C, to + 4096, 64, z);

    // They trade places.
    for (uint k = 0; k < turns.x; k++) {
        Matrix next = Product(Left(k), Right(wave), x);
        x = y;
        y = next;
    }
    Store(Out, ROLE_C, to + 5120, 64, x);
    Store(Out, ROLE_C, to + 6144, 64, y);

    // Two ways back.
    for (uint l = 0; l < turns.x; l++) {
        z = Product(Left(l), b, z);
        if (l & 1)
            continue;
        z = Product(a, Right(l), z);
        Store(Out, ROLE_C, to + 7168, 64, z);
    }
    Store(Out, ROLE_C, to + 8192, 64, z);

    // Some rows of one and some of another.
    Matrix mixed;
    [unroll] for (uint w = 0; w < 8; w++)
        mixed.word[w] = lane < 16 ? x.word[w] : z.word[w];
    mixed = Product(a, b, mixed);
    Store(Out, ROLE_C, to + 9216, 64, mixed);

    // By a choice of the whole wave.
    Matrix chosen = x;
    if (turns.y > 1)
        chosen = Product(a, b, y);
    else
        chosen = Product(a, other, z);
    chosen = Product(Left(1), b, chosen);
    Store(Out, ROLE_C, to + 10240, 64, chosen);
}
