// dxc: -T cs_6_6 -E main
// dxc[od]: -T cs_6_6 -E main -Od
// exec: groups 1; t0, t1 raw: four tiles of halves, A row by row, B column by column; t2 raw: how many turns a loop has, and whether
//       an operand is loaded; u0,space1 raw: tiles
// Catches: operands whose words lanes read by themselves, in a branch; those that are stored, that a loop hands on, that are zero or
//          loaded, that others' words are, that are computed; words that lanes come to by different ways.
#include "ags_matrices.hlsli"

#define OF_A OF(F16, ROLE_A, ROWS, 0)
#define OF_B OF(F16, ROLE_B, COLUMNS, 0)
#define OF_C OF(F32, SUMS, ROWS, 0)

ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
ByteAddressBuffer C : register(t2);
RWByteAddressBuffer Out : register(u0, space1);

Matrix Left(uint tile) { return Load(A, OF_A, tile * 512, 32); }
Matrix Right(uint tile) { return Load(B, OF_B, tile * 512, 32); }
Matrix Product(Matrix a, Matrix b, Matrix sums) { return Multiply(5, a, b, sums); }
Matrix Zero() { return Fill(OF_C, 0); }
void Sums(uint number, Matrix sums) { Store(Out, OF_C, number * 1024, 64, sums); }

[numthreads(32, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    uint2 turns = C.Load2(0);
    Matrix a = Left(0), b = Right(0);

    // Stored, and read in a branch.
    Store(Out, OF_A, 0, 32, a);
    Store(Out, OF_B, 11264, 32, b);
    Matrix sums = Product(a, b, Zero());
    if (lane < 8)
        Out.Store(512 + lane * 4, a.word[0] ^ sums.word[1]);
    Sums(1, sums);

    // Handed on by a loop.
    Matrix next = a, total = Fill(OF_C, 0x3f800000);
    for (uint i = 0; i < turns.x; i++) {
        Matrix now = next;
        next = Left((i + 1) & 3);
        total = Product(now, Right(i), total);
    }
    total = Product(next, b, total);
    Sums(2, total);

    // Zero, or loaded.
    Matrix maybe = Fill(OF_A, 0);
    if (turns.y != 0)
        maybe = Left(2);
    total = Product(maybe, b, total);
    Sums(3, total);

    // The words of sums, as halves.
    Matrix other = sums;
    other.word[4] = other.word[5] = other.word[6] = other.word[7] = 0;
    Sums(4, Product(other, b, Zero()));

    // Computed.
    Matrix set = SetElement(OF_B, b, 3, lane < 16 ? 0x4000 : 0x3c00);
    Sums(5, Product(a, set, Zero()));
    Sums(6, Product(a, ElementWise(OF_B, 1, b, set), Zero()));
    Matrix halves = Copy(OF_C, OF_B, 0, sums), across = Copy(OF_C, OF_A, 0, sums);
    Sums(7, Product(a, halves, Zero()));
    Sums(8, Product(across, b, Zero()));

    // Lanes come by different ways.
    Matrix mixed, odd = Left(1), even = Left(2);
    [branch] if (lane & 1) {
        Out.Store(10240 + lane * 4, 7);
        mixed = odd;
    } else {
        mixed = even;
    }
    Sums(9, Product(mixed, b, Zero()));
}
