// dxc[bool_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=3 -DKIND=2 -DSIZE=4
// dxc[bool_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=5 -DKIND=2 -DSIZE=4
// dxc[bool_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=35 -DKIND=2 -DSIZE=4
// dxc[bool_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=1024 -DKIND=2 -DSIZE=4
// dxc[i16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=3 -DKIND=0 -enable-16bit-types
// dxc[i16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=5 -DKIND=0 -enable-16bit-types
// dxc[u16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=3 -DKIND=0 -enable-16bit-types
// dxc[u16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=5 -DKIND=0 -enable-16bit-types
// dxc[i32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=3 -DKIND=0
// dxc[i32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=5 -DKIND=0
// dxc[u32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=3 -DKIND=0 -DACTIVE_BITS
// dxc[u32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=5 -DKIND=0 -DACTIVE_BITS
// dxc[u32_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=16 -DKIND=0 -DACTIVE_BITS
// dxc[u32_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=256 -DKIND=0 -DACTIVE_BITS
// dxc[u32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=1024 -DKIND=0 -DACTIVE_BITS
// dxc[i64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=3 -DKIND=0
// dxc[i64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=5 -DKIND=0
// dxc[i64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=1024 -DNONE_INDEXED -DKIND=0
// dxc[u64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=3 -DKIND=0 -DACTIVE_BITS
// dxc[u64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=5 -DKIND=0 -DACTIVE_BITS
// dxc[f16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=3 -DKIND=1 -DDERIVATIVES -enable-16bit-types
// dxc[f16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=5 -DKIND=1 -DDERIVATIVES -enable-16bit-types
// dxc[f16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=17 -DKIND=1 -DDERIVATIVES -enable-16bit-types
// dxc[f16_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=256 -DKIND=1 -DDERIVATIVES -enable-16bit-types
// dxc[f16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=1024 -DKIND=1 -DDERIVATIVES -enable-16bit-types
// dxc[f32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=3 -DKIND=1 -DDERIVATIVES
// dxc[f32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=5 -DKIND=1 -DDERIVATIVES
// dxc[f32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=1024 -DKIND=1 -DDERIVATIVES
// dxc[f64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=3 -DKIND=1
// dxc[f64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=5 -DKIND=1
// dxc[m16f_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=3 -DKIND=1 -DSIZE=4 -DDERIVATIVES
// dxc[m16f_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=5 -DKIND=1 -DSIZE=4 -DDERIVATIVES
// dxc[m16i_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=3 -DKIND=0 -DSIZE=4
// dxc[m16i_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=5 -DKIND=0 -DSIZE=4
// dxc[m16u_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=3 -DKIND=0 -DSIZE=4
// dxc[m16u_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=5 -DKIND=0 -DSIZE=4
// exec: groups 1 of 4 lanes; t0 raw (4 vectors of N T); u0,space1 raw (4 x COUNT vectors of N T, in the order below), u1,space1
//       raw (4 x vector of N words: whether all are equal), u2,space1 raw (4 x 4 words: WaveMatch).
// Catches: an operation of waves or quads on vectors that is right at some lengths and wrong at others, or for some type.
#define INT (KIND == 0)
#define FLOAT (KIND == 1)
#define TRUTH (KIND == 2)
#ifndef SIZE
#define SIZE sizeof(T)
#endif
#if TRUTH
#define COUNT 6
#elif defined(ACTIVE_BITS)
#define COUNT 20
#elif INT
#define COUNT 17
#elif defined(DERIVATIVES)
#define COUNT 18
#else
#define COUNT 14
#endif
typedef vector<T, N> V;
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
RWByteAddressBuffer equal : register(u1, space1);
RWByteAddressBuffer matches : register(u2, space1);
static uint at;
void put(V v) {
    result.Store<V>(at, v);
    at += SIZE * N;
}
#define numbers(set) input.Load<V>(set * SIZE * N)
V with_third(V v, bool all) {
    return select((vector<bool, N>)all, (V)v[2], v);
}
[numthreads(2, 2, 1)]
void main(uint lane : SV_GroupIndex) {
    V a = numbers(0), ones = numbers(1), bits = numbers(2);
    at = lane * COUNT * SIZE * N;
    bool last = lane == 3;
    // What one lane has is what is read.
    put(WaveReadLaneAt(select((vector<bool, N>)last, (V)a[0], a), 3));
    put(WaveReadLaneFirst(select((vector<bool, N>)(lane == 0), (V)a[0], a)));
    put(QuadReadLaneAt(with_third(a, lane == 2), 2));
    put(QuadReadAcrossX(with_third(a, lane == 2)));
    put(QuadReadAcrossY(with_third(a, lane == 1)));
    put(QuadReadAcrossDiagonal(with_third(a, lane == 0)));
    V other = a;
    if (last) {
#if TRUTH
        other[N - 1] = !other[N - 1];
#else
        other[N - 1] = other[N - 1] + (T)1;
#endif
    }
    equal.Store<vector<bool, N> >(lane * 4 * N, WaveActiveAllEqual(other));
    V own = a;
    // An array of 8 KiB for a thread and its copy behind the branch are more than drivers of large GPUs have.
#ifdef NONE_INDEXED
    own[0] = lane != 0 ? own[0] : own[0] == (T)1 ? (T)0 : (T)1;
    own[2] = lane != 2 ? own[2] : own[2] == (T)1 ? (T)0 : (T)1;
    own[3] = lane != 3 ? own[3] : own[3] == (T)1 ? (T)0 : (T)1;
#else
    if (lane == 0 || lane == min(N / 2, 2) || lane == min(N - 1, 3)) {
        own[lane] = own[lane] == (T)1 ? (T)0 : (T)1;
    }
#endif
    matches.Store4(lane * 16, WaveMatch(own));
#if !TRUTH
    uint4 group = WaveMatch(lane == 0 ? 0u : 1u);
    put(WaveActiveSum(a));
    put(WaveActiveMin(a + (T)lane));
    put(WaveActiveMax(a + (T)lane));
    put(WaveActiveProduct(select((vector<bool, N>)last, (V)(T)lane, ones)));
    put(WavePrefixSum(a));
    put(WavePrefixProduct(a));
    put(WaveMultiPrefixSum(lane == 0 ? (V)1 : last ? (V)10 : a, group));
    put(WaveMultiPrefixProduct(lane == 0 ? (V)4 : last ? (V)10 : a, group));
#endif
#if INT
    V low = (V)1, two = (V)2;
    put(WaveMultiPrefixBitAnd(lane == 0 || last ? bits & ~low : bits & (V)6, group));
    put(WaveMultiPrefixBitOr(lane == 0 ? bits | two : last ? ~(V)0 : bits & ~two, group));
    V lower = bits;
    [unroll] for (uint i = 0; i < N / 2; ++i) lower[i] = 0;
    lower[N - 1] = 0;
    put(WaveMultiPrefixBitXor(lane == 0 ? (V)0 : lane == 2 ? lower : bits, group));
#ifdef ACTIVE_BITS
    put(WaveActiveBitAnd(last ? a & ~low : a));
    put(WaveActiveBitOr(last ? a | low : a));
    V single = (a & ~low) | (lane == 0 ? low : (V)0);
    put(WaveActiveBitXor(single));
#endif
#endif
#ifdef DERIVATIVES
    V slope = numbers(3) + (T)(lane * 2);
    put(ddx_coarse(slope));
    put(ddy_coarse(slope));
    put(ddx_fine(slope));
    put(ddy_fine(slope));
#endif
}
