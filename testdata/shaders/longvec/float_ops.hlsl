// dxc: -T cs_6_9 -E main -DT=float -DN=5
// dxc[two]: -T cs_6_9 -E main -DT=float -DN=2
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=half -DN=5
// dxc[double]: -T cs_6_9 -E main -DT=double -DN=5 -DDOUBLE
// exec: groups 1; t0 raw (4 x {a, b, c}: vectors of N); u0,space1 raw (4 x COUNT vectors of N, in the order below)
// Catches: an operation on vectors that does something else to some component, or something else than on scalars.
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
typedef vector<T, N> V;
static uint at;
void put(V v) {
    result.Store<V>(at, v);
    at += sizeof(V);
}
void put(vector<bool, N> v) {
    put(select(v, (V)1, (V)0));
}
#ifdef DOUBLE
#define COUNT 18
#else
#define COUNT 43
#endif
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    V a = input.Load<V>((i * 3) * sizeof(V));
    V b = input.Load<V>((i * 3 + 1) * sizeof(V));
    V c = input.Load<V>((i * 3 + 2) * sizeof(V));
    at = i * COUNT * sizeof(V);
    put(a + b);
    put(a - b);
    put(a * b);
    put(a / b);
    put(-a);
    put(min(a, b));
    put(max(a, b));
    put(abs(a));
    put(saturate(a));
    put(a < b);
    put(a <= b);
    put(a > b);
    put(a >= b);
    put(a == b);
    put(a != b);
    put(select(a < c, b, c));
    put(a * 2 + b);
#ifdef DOUBLE
    put(fma(a, b, c));
#else
    put(mad(a, b, c));
    put(a % b);
    put(ceil(a));
    put(floor(a));
    put(round(a));
    put(trunc(a));
    put(frac(a));
    put(sqrt(abs(a)));
    put(rsqrt(abs(a)));
    put(exp2(a));
    put(log2(abs(a)));
    put(sin(a));
    put(cos(a));
    put(tan(c));
    put(asin(c));
    put(acos(c));
    put(atan(a));
    put(sinh(c));
    put(cosh(c));
    put(tanh(a));
    put((V)sign(a));
    put(rcp(b));
    put(lerp(a, b, c));
    put(step(a, b));
    put(ldexp(a, round(c * 3)));
    put((V)dot(a, b));
#endif
}
