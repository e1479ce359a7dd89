// Calls on matrices of waves, as AMD's shader extensions encode them.
RWByteAddressBuffer Amd : register(u0, space2147420894);

#define I4 0
#define U4 1
#define I8 2
#define U8 3
#define F16 4
#define BF16 5
#define F32 6
#define I32 7
#define U32 8
#define BF8 9
#define FP8 10

#define ROLE_A 0
#define ROLE_B 1
#define SUMS 2

#define ROWS 0
#define COLUMNS 1

// A matrix: its format, what it is in a product, how it lies in memory; 16 x 16, 32 x 16 (1) or 16 x 32 (2).
#define OF(FORMAT, ROLE, LAYOUT, SHAPE) ((FORMAT) | (ROLE) << 4 | (LAYOUT) << 7 | (SHAPE) << 8)

struct Matrix {
    uint word[8];
};

uint Part(uint op, uint phase, uint data, uint a, uint b) {
    uint result;
    Amd.InterlockedCompareExchange(5u << 28 | phase << 24 | data << 8 | op, a, b, result);
    return result;
}

void In(uint op, uint phase, uint which, Matrix m) {
    [unroll] for (uint i = 0; i < 4; i++)
        Part(op, phase, (i & 1) | (i >> 1) << 4 | which << 8, m.word[2 * i], m.word[2 * i + 1]);
}

Matrix Result(uint op, uint phase) {
    Matrix m;
    [unroll] for (uint i = 0; i < 8; i++)
        m.word[i] = Part(op, phase, (i & 3) | (i >> 2) << 4, 0, 0);
    return m;
}

template<typename T>
Matrix Load(T memory, uint of, uint offset, uint stride) {
    uint named = memory.Load(Part(0x29, 0, 0, offset, stride));
    Part(0x29, 1, of, named, 0);
    return Result(0x29, 2);
}

void Store(RWByteAddressBuffer memory, uint of, uint offset, uint stride, Matrix m) {
    uint named = memory.Load(Part(0x2a, 0, 0, offset, stride));
    In(0x2a, 1, 0, m);
    Part(0x2a, 2, of, named, 0);
}

Matrix LoadAt(uint2 address, uint of, uint offset, uint stride) {
    Part(0x2b, 0, 0, offset, stride);
    Part(0x2b, 1, of, address.x, address.y);
    return Result(0x2b, 2);
}

void StoreAt(uint2 address, uint of, uint offset, uint stride, Matrix m) {
    Part(0x2c, 0, 0, offset, stride);
    In(0x2c, 1, 0, m);
    Part(0x2c, 2, of, address.x, address.y);
}

#define LOAD_SHARED(M, ARRAY, OF, OFFSET, STRIDE) do { \
        uint named; \
        InterlockedAdd(ARRAY[Part(0x2d, 0, 0, OFFSET, STRIDE)], 0, named); \
        Part(0x2d, 1, OF, named, 0); \
        M = Result(0x2d, 2); \
    } while (0)

#define STORE_SHARED(M, ARRAY, OF, OFFSET, STRIDE) do { \
        uint named; \
        InterlockedAdd(ARRAY[Part(0x2e, 0, 0, OFFSET, STRIDE)], 0, named); \
        In(0x2e, 1, 0, M); \
        Part(0x2e, 2, OF, named, 0); \
    } while (0)

Matrix Multiply(uint kind, Matrix a, Matrix b, Matrix c) {
    In(0x28, 0, 1, a);
    In(0x28, 0, 2, b);
    In(0x28, 0, 3, c);
    Part(0x28, 1, kind, 0, 0);
    return Result(0x28, 2);
}

Matrix SetElement(uint of, Matrix m, uint index, uint value) {
    In(0x2f, 0, 0, m);
    Part(0x2f, 1, of, index, value);
    return Result(0x2f, 2);
}

uint Element(uint of, Matrix m, uint index) {
    In(0x30, 0, 0, m);
    return Part(0x30, 1, of, index, 0);
}

uint Length(uint of) { return Part(0x31, 0, of, 0, 0); }

Matrix Copy(uint from, uint to, uint saturates, Matrix m) {
    In(0x32, 0, 0, m);
    Part(0x32, 1, from, to, saturates);
    return Result(0x32, 2);
}

Matrix Fill(uint of, uint value) {
    Part(0x33, 0, of, value, 0);
    return Result(0x33, 1);
}

// Sum (1), difference (2), product (3), quotient (4).
Matrix ElementWise(uint of, uint kind, Matrix a, Matrix b) {
    In(0x35, 0, 1, a);
    In(0x35, 0, 2, b);
    Part(0x35, 1, of, kind, 0);
    return Result(0x35, 2);
}

Matrix Times(uint of, Matrix a, uint scalar) {
    In(0x35, 0, 1, a);
    Part(0x35, 1, of, 5, scalar);
    return Result(0x35, 2);
}
