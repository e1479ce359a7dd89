// dxc[format]: -T cs_6_6 -E main -D WRONG=0
// dxc[sparse]: -T cs_6_6 -E main -D WRONG=1
// dxc[index]: -T cs_6_6 -E main -D WRONG=2
// dxc[kind]: -T cs_6_6 -E main -D WRONG=3
// dxc[missing]: -T cs_6_6 -E main -D WRONG=4
// dxc[early]: -T cs_6_6 -E main -D WRONG=5
// dxc[inside]: -T cs_6_6 -E main -D WRONG=6
// dxc[unnamed]: -T cs_6_6 -E main -D WRONG=7
// dxc[unfinished]: -T cs_6_6 -E main -D WRONG=8
// dxc[computed]: -T cs_6_6 -E main -D WRONG=9
// dxc[size]: -T cs_6_6 -E main -D WRONG=10
// dxc[arithmetic]: -T cs_6_6 -E main -D WRONG=11
// dxc[structured]: -T cs_6_6 -E main -D WRONG=12
// dxc[part]: -T cs_6_6 -E main -D WRONG=13
// dxc[words]: -T cs_6_6 -E main -D WRONG=14
// dxc[threads]: -T cs_6_6 -E main -D WRONG=15 -D THREADS=48
// dxc[lanes]: -T cs_6_6 -E main -D WRONG=16 -D LANES=64 -D THREADS=64
// dxc[groupshared]: -T cs_6_6 -E main -D WRONG=17 -D THREADS=1024
// dxc[parted]: -T cs_6_6 -E main -D WRONG=18
// dxc[parted_od]: -T cs_6_6 -E main -D WRONG=18 -Od
// dxc[overwritten]: -T cs_6_6 -E main -D WRONG=19
// dxc[overwritten_od]: -T cs_6_6 -E main -D WRONG=19 -Od
// dxc[before_od]: -T cs_6_6 -E main -D WRONG=20 -Od
// dxc[looped]: -T cs_6_6 -E main -D WRONG=21
// exec: none: each is refused
// Catches: calls that say nothing, or come in another order, and become something all the same.
#include "ags_matrices.hlsli"

#ifndef THREADS
#define THREADS 32
#endif

#define HALVES OF(F16, ROLE_A, ROWS, 0)

ByteAddressBuffer In0 : register(t0);
StructuredBuffer<uint> Structured : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

#ifdef LANES
[WaveSize(LANES)]
#endif
[numthreads(THREADS, 1, 1)]
void main() {
    uint of = HALVES;
    Matrix m;
#if WRONG < 13 && WRONG != 5
    m = Load(In0, WRONG == 0 ? 11 : HALVES, 0, 32);
#endif
#if WRONG == 1
    m = Multiply(0x8015, m, m, m);
#elif WRONG == 2
    m.word[0] = Part(0x34, 0, 0, 0, 0);
#elif WRONG == 3
    m = Multiply(0x14, m, m, m);
#elif WRONG == 4
    In(0x28, 0, 1, m);
    In(0x28, 0, 2, m);
    Part(0x28, 1, 5, 0, 0);
    m = Result(0x28, 2);
#elif WRONG == 5
    m = Result(0x28, 2);
#elif WRONG == 6
    In(0x28, 0, 1, m);
    m = Fill(of, 1);
#elif WRONG == 7
    Part(0x29, 0, 0, 0, 32);
    Part(0x29, 1, of, In0.Load(64), 0);
    m = Result(0x29, 2);
#elif WRONG == 8
    In(0x28, 0, 1, m);
#elif WRONG == 9
    m = Copy(of, In0.Load(0), 0, m);
#elif WRONG == 10
    m = Copy(OF(I4, ROLE_A, 0, 0), OF(I4, ROLE_A, 0, 2), 0, m);
#elif WRONG == 11
    m = ElementWise(of, 6, m, m);
#elif WRONG == 12
    uint named = Structured[Part(0x29, 0, 0, 0, 32)];
    Part(0x29, 1, of, named, 0);
    m = Result(0x29, 2);
#elif WRONG == 13
    Part(0x31, 1, of, 0, 0);
    m = Fill(of, 1);
#elif WRONG == 14
    m = Fill(of, 1);
    m.word[0] = Part(0x33, 1, 4, 0, 0);
#elif WRONG == 18
    uint named = 0, place = Part(0x29, 0, 0, 0, 32);
    if (In0.Load(64) != 0)
        named = In0.Load(place);
    Part(0x29, 1, of, named, 0);
    m = Result(0x29, 2);
#elif WRONG == 19
    uint places[2] = { Part(0x29, 0, 0, 0, 32), 0 };
    places[In0.Load(64)] = 4;
    Part(0x29, 1, of, In0.Load(places[0]), 0);
    m = Result(0x29, 2);
#elif WRONG == 20
    // The word of the call before.
    uint place = Part(0x29, 0, 0, 0, 32), named = In0.Load(place);
    Part(0x29, 1, of, named, 0);
    m = Result(0x29, 2);
    Part(0x29, 0, 0, 512, 32);
    Part(0x29, 1, of, In0.Load(place), 0);
    m = Result(0x29, 2);
#elif WRONG == 21
    uint place = 0;
    [loop] for (uint i = 0; i < In0.Load(64); i++) {
        if (i == 0)
            place = Part(0x29, 0, 0, 0, 32);
        else
            Part(0x29, 1, of, In0.Load(place), 0);
    }
    m = Result(0x29, 2);
#else
    m = Fill(of, 1);
    m = Copy(of, OF(F16, ROLE_B, 0, 0), 0, m);
#endif
    Out.Store4(0, uint4(m.word[0], m.word[1], m.word[2], m.word[3]));
}
