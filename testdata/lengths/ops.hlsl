// dxc[bool_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=3 -DKIND=2 -DSIZE=4
// dxc[bool_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=5 -DKIND=2 -DSIZE=4
// dxc[bool_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=17 -DKIND=2 -DSIZE=4
// dxc[bool_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=100 -DKIND=2 -DSIZE=4
// dxc[bool_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=256 -DKIND=2 -DSIZE=4
// dxc[bool_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=bool -DN=1024 -DKIND=2 -DSIZE=4
// dxc[i16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=3 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[i16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=5 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[i16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=17 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[i16_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=256 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[i16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int16_t -DN=1024 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[u16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=3 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[u16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=5 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[u16_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=16 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[u16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=17 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[u16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint16_t -DN=1024 -DKIND=0 -DBITS16 -enable-16bit-types
// dxc[i32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=3 -DKIND=0 -DBITS32
// dxc[i32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=5 -DKIND=0 -DBITS32
// dxc[i32_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=16 -DKIND=0 -DBITS32
// dxc[i32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=17 -DKIND=0 -DBITS32
// dxc[i32_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=256 -DKIND=0 -DBITS32
// dxc[i32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int -DN=1024 -DKIND=0 -DBITS32
// dxc[u32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=3 -DKIND=0 -DBITS32 -DUINT32
// dxc[u32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=5 -DKIND=0 -DBITS32 -DUINT32
// dxc[u32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=17 -DKIND=0 -DBITS32 -DUINT32
// dxc[u32_100]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=100 -DKIND=0 -DBITS32 -DUINT32
// dxc[u32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint -DN=1024 -DKIND=0 -DBITS32 -DUINT32
// dxc[i64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=3 -DKIND=0
// dxc[i64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=5 -DKIND=0
// dxc[i64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=17 -DKIND=0
// dxc[i64_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=35 -DKIND=0
// dxc[i64_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=256 -DKIND=0
// dxc[i64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=int64_t -DN=1024 -DONE_INDEXED -DKIND=0
// dxc[u64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=3 -DKIND=0
// dxc[u64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=5 -DKIND=0
// dxc[u64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=17 -DKIND=0
// dxc[u64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=uint64_t -DN=1024 -DONE_INDEXED -DKIND=0
// dxc[f16_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=3 -DKIND=1 -DBITS16 -enable-16bit-types
// dxc[f16_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=5 -DKIND=1 -DBITS16 -enable-16bit-types
// dxc[f16_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=17 -DKIND=1 -DBITS16 -enable-16bit-types
// dxc[f16_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=35 -DKIND=1 -DBITS16 -enable-16bit-types
// dxc[f16_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=half -DN=1024 -DKIND=1 -DBITS16 -enable-16bit-types
// dxc[f32_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=3 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=5 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=16 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=17 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_35]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=35 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=256 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f32_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=float -DN=1024 -DKIND=1 -DBITS32 -DSINGLE
// dxc[f64_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=3 -DKIND=1 -DDOUBLE
// dxc[f64_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=5 -DKIND=1 -DDOUBLE
// dxc[f64_16]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=16 -DKIND=1 -DDOUBLE
// dxc[f64_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=17 -DKIND=1 -DDOUBLE
// dxc[f64_256]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=256 -DKIND=1 -DDOUBLE
// dxc[f64_1024]: -T cs_6_9 -E main -Qstrip_reflect -DT=double -DN=1024 -DONE_INDEXED -DKIND=1 -DDOUBLE
// dxc[m16f_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=3 -DKIND=1 -DMIN -DSIZE=4
// dxc[m16f_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=5 -DKIND=1 -DMIN -DSIZE=4
// dxc[m16f_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=17 -DKIND=1 -DMIN -DSIZE=4
// dxc[m16f_512]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16float -DN=512 -DKIND=1 -DMIN -DSIZE=4
// dxc[m16i_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=3 -DKIND=0 -DMIN -DNO_DIVISION -DSIZE=4
// dxc[m16i_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=5 -DKIND=0 -DMIN -DNO_DIVISION -DSIZE=4
// dxc[m16i_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16int -DN=17 -DKIND=0 -DMIN -DNO_DIVISION -DSIZE=4
// dxc[m16u_3]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=3 -DKIND=0 -DMIN -DSIZE=4
// dxc[m16u_5]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=5 -DKIND=0 -DMIN -DSIZE=4
// dxc[m16u_17]: -T cs_6_9 -E main -Qstrip_reflect -DT=min16uint -DN=17 -DKIND=0 -DMIN -DSIZE=4
// exec: groups 1; t0 raw (SETS vectors of N T: the sets below); u0,space1 raw (vectors of N T, in the order below), u1,space1 raw
//       (vectors of N words: truths, counts and signs, in the order below).
// Catches: an operation on vectors that is right at some lengths and wrong at others, or for some type. Each has the inputs
//          that DXC's own execution tests have.
#define INT (KIND == 0)
#define FLOAT (KIND == 1)
#define TRUTH (KIND == 2)
#ifndef SIZE
#define SIZE sizeof(T)
#endif
typedef vector<T, N> V;
ByteAddressBuffer sets : register(t0);
RWByteAddressBuffer same : register(u0, space1);
RWByteAddressBuffer words : register(u1, space1);
static uint at, at_words;
V numbers(uint set) {
    return sets.Load<V>(set * SIZE * N);
}
void put(V v) {
    same.Store<V>(at, v);
    at += SIZE * N;
}
void put_bool(vector<bool, N> v) {
    words.Store<vector<bool, N> >(at_words, v);
    at_words += 4 * N;
}
void put_int(vector<int, N> v) {
    words.Store<vector<int, N> >(at_words, v);
    at_words += 4 * N;
}
#define AS(S, v) same.Store<vector<S, N> >(at, v); at += SIZE * N
[numthreads(1, 1, 1)]
void main() {
    V a = numbers(0), b = numbers(1), c = numbers(2), zero = numbers(3), condition = numbers(4);
    // Elements, from the ends and the middle, with numbers that are known and that are not.
    put(a);
    const uint places[6] = {0, N - 1, 1, N - 2, N / 2, N / 2 + 1};
    V some = (V)0, others = (V)0;
    uint nothing = (uint)zero[0];
    [unroll] for (uint i = 0; i < min(N, 6); ++i) some[places[i]] = a[places[i]];
    // Of two arrays of 8 KiB for a thread drivers of large GPUs have none.
#ifdef ONE_INDEXED
    [unroll] for (uint j = 0; j < min(N, 6); ++j) others[places[j] + nothing] = a[places[j]];
#else
    [unroll] for (uint j = 0; j < min(N, 6); ++j) others[places[j] + nothing] = a[places[j] + nothing];
#endif
    put(some);
    put(others);
    T single = sets.Load<T>(0);
    put((V)single);
    put(select(condition != 0, b, c));
#if TRUTH
    put((V)(a + b));
    put((V)(a - b));
    put(and(a, b));
    put(or(a, b));
#else
    put(a + b);
    put(a - b);
    put(a * b);
    put(min(a, b));
    put(max(a, b));
    put(mad(a, b, c));
    put(abs(a));
    put_int(sign(a));
    put_bool(a < b);
    put_bool(a <= b);
    put_bool(a > b);
    put_bool(a >= b);
    put_bool(a == b);
    put_bool(a != b);
#ifndef NO_DIVISION
    put(a / b);
#endif
#endif
#if !FLOAT
    V ones = numbers(5);
    put_bool((vector<bool, N>)any(a));
    put_bool((vector<bool, N>)any(zero));
    put_bool((vector<bool, N>)any(ones));
    put_bool((vector<bool, N>)all(a));
    put_bool((vector<bool, N>)all(zero));
    put_bool((vector<bool, N>)all(ones));
#endif
#if INT
    V shift = numbers(6);
#ifndef NO_DIVISION
    put(a % b);
#endif
    put(a & b);
    put(a | b);
    put(a ^ b);
    put(a << shift);
    put(a >> shift);
#ifndef MIN
    V bits = numbers(7);
    put(reversebits(a));
    put_int((vector<int, N>)countbits(bits));
    put_int((vector<int, N>)firstbithigh(bits));
    put_int((vector<int, N>)firstbitlow(bits));
#endif
#endif
#if FLOAT
    put(saturate(a));
#ifdef DOUBLE
    put(fma(a, b, c));
    vector<uint, N> low, high;
    asuint(numbers(5), low, high);
    put_int((vector<int, N>)low);
    put_int((vector<int, N>)high);
#else
    V one = numbers(5), half_pi = numbers(6);
    put(a % b);
    put(ldexp(a, b));
    put(acos(one));
    put(asin(half_pi));
    put(atan(half_pi));
    put(cos(a));
    put(cosh(a));
    put(sin(a));
    put(sinh(a));
    put(tan(a));
    put(tanh(a));
    put(ceil(a));
    put(exp(a));
    put(floor(a));
    put(frac(a));
    put(log(a));
    put(rcp(a));
    put(round(a));
    put(rsqrt(a));
    put(sqrt(a));
    put(trunc(a));
    put(exp2(a));
    put(log10(a));
    put(log2(a));
    put((V)dot(a, b));
#ifndef MIN
    V special = numbers(7);
    put_bool(isfinite(special));
    put_bool(isinf(special));
    put_bool(isnan(special));
    V whole;
    put(modf(a, whole));
    put(whole);
#endif
#endif
#endif
#ifdef BITS32
    AS(float, asfloat(a));
    AS(int, asint(a));
    AS(uint, asuint(a));
#endif
#ifdef SINGLE
    V exponent;
    put(frexp(a, exponent));
    put(exponent);
#endif
#ifdef UINT32
    words.Store<vector<double, N> >(at_words, asdouble(a, b));
#endif
#ifdef BITS16
    AS(half, asfloat16(a));
    AS(int16_t, asint16(a));
    AS(uint16_t, asuint16(a));
#endif
}
