// dxc: -T cs_6_6 -E main -D KIND=5 -D FAB=F16 -D FC=F32
// dxc[od]: -T cs_6_6 -E main -D KIND=5 -D FAB=F16 -D FC=F32 -Od
// dxc[i8_od]: -T cs_6_0 -E main -D KIND=0xc -D FAB=I8 -D FC=I32 -Od
// dxc[v69_od]: -T cs_6_9 -E main -D KIND=7 -D FAB=FP8 -D FC=F32 -Od
// exec: groups 1; t0, t1 raw: three tiles of A by rows and of B by columns, each 512 bytes with lines of 32; t2 raw: 3, 1, 2, 0, then
//       which tile of B goes with each of A; u0,space1 raw: the sum of all products, then the sum of the first less the sum
//       of the others, each by columns with lines of 64 bytes
// Catches: matrices in arrays, structures and parameters that come back as others; a word that names memory lost in a variable,
//          an array whose index the shader reads, a structure or what a function returns; another word taken for it; parts of a
//          call in the blocks of loops that the compiler unrolls.
#include "ags_matrices.hlsli"

ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
ByteAddressBuffer Said : register(t2);
RWByteAddressBuffer Out : register(u0, space1);

static const uint OF_A = OF(FAB, ROLE_A, ROWS, 0), OF_B = OF(FAB, ROLE_B, COLUMNS, 0), OF_C = OF(FC, SUMS, COLUMNS, 0);

struct Tiles {
    Matrix a[3];
    uint count;
    Matrix b[3];
};
struct Access {
    uint offset;
    uint words[2];
};

static uint Named;

// The word comes from a function that stays one, by what it returns or by a parameter.
[noinline] uint Begin(uint offset) { return Part(0x29, 0, 0, offset, 32); }
[noinline] void BeginAt(uint offset, out uint place) { place = Part(0x29, 0, 0, offset, 32); }

Matrix ByFunction(ByteAddressBuffer memory, uint offset, uint of) {
    Named = memory.Load(Begin(offset));
    Part(0x29, 1, of, Named, 0);
    return Result(0x29, 2);
}

Matrix ByParameter(ByteAddressBuffer memory, uint offset, uint of) {
    uint place;
    BeginAt(offset, place);
    uint first = place;
    place = memory.Load(first);
    Part(0x29, 1, of, place, 0);
    return Result(0x29, 2);
}

// The word goes through an array whose index only the shader knows, beside others.
Matrix ByArray(ByteAddressBuffer memory, uint offset, uint of, uint at) {
    uint words[4] = { 64, 68, 72, 76 };
    Access access = { offset, { 80, 84 } };
    words[at] = Part(0x29, 0, 0, access.offset, 32);
    access.words[1] = words[at];
    access.words[0] = memory.Load(access.words[1]);
    access.words[1] = 88;
    Part(0x29, 1, of, access.words[0], 0);
    return Result(0x29, 2);
}

void Fetch(inout Tiles tiles, uint number, uint at) {
    switch (number) {
    case 0: tiles.a[number] = ByFunction(A, number * 512, OF_A); break;
    case 1: tiles.a[number] = ByArray(A, number * 512, OF_A, at); break;
    default: tiles.a[number] = ByParameter(A, number * 512, OF_A); break;
    }
    tiles.b[2 - number] = Load(B, OF_B, number * 512, 32);
    tiles.count++;
}

void Exchange(inout Matrix a, inout Matrix b) {
    Matrix c = a;
    a = b;
    b = c;
}

// Its parts come in one loop.
Matrix Difference(Matrix a, Matrix b) {
    [unroll] for (uint i = 0; i < 9; i++) {
        if (i < 4)
            Part(0x35, 0, (i & 1) | (i >> 1) << 4 | 1 << 8, a.word[2 * i], a.word[2 * i + 1]);
        else if (i < 8)
            Part(0x35, 0, (i & 1) | (i - 4 >> 1) << 4 | 2 << 8, b.word[2 * i - 8], b.word[2 * i - 7]);
        else
            Part(0x35, 1, OF_C, 2, 0);
    }
    return Result(0x35, 2);
}

[numthreads(32, 1, 1)]
void main() {
    uint3 said = Said.Load3(0);
    Tiles tiles;
    tiles.count = 0;
    [loop] while (tiles.count < said.x)
        Fetch(tiles, tiles.count, said.z);
    Matrix sums[2];
    for (uint n = 0; n < 2; n++)
        sums[n] = Fill(OF_C, 0);
    [loop] for (uint k = 0; k < tiles.count; k++) {
        uint which = Said.Load(16 + 4 * k);
        // The first goes to one sum, all others to the other.
        uint to = k == 0 ? 0 : said.y;
        Matrix sum = sums[to];
        Exchange(tiles.b[0], tiles.b[2]);
        sum = Multiply(KIND, tiles.a[k], tiles.b[which], sum);
        Exchange(tiles.b[2], tiles.b[0]);
        sums[to] = sum;
    }
    Matrix both = ElementWise(OF_C, 1, sums[0], sums[1]);
    Matrix less = Difference(sums[0], sums[1]);
    [loop] for (uint i = 0; i < 2; i++) {
        Matrix made;
        if (i == said.y)
            made = less;
        else
            made = both;
        Store(Out, OF_C, i * 1024, 64, made);
    }
}
