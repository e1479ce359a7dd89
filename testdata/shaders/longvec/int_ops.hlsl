// dxc: -T cs_6_9 -E main -DT=int -DN=5 -DSIGNED
// dxc[uint]: -T cs_6_9 -E main -DT=uint -DN=4
// dxc[int16]: -T cs_6_9 -E main -enable-16bit-types -DT=int16_t -DN=5 -DSIGNED
// dxc[uint16]: -T cs_6_9 -E main -enable-16bit-types -DT=uint16_t -DN=3
// dxc[int64]: -T cs_6_9 -E main -DT=int64_t -DN=5 -DSIGNED
// dxc[uint64]: -T cs_6_9 -E main -DT=uint64_t -DN=3
// exec: groups 1; t0 raw (4 x {a, b, c}: vectors of N); u0,space1 raw (4 x COUNT vectors of N, in the order below)
// Catches: an operation on vectors that does something else to some component; shifts by counts of 32 and more, divisions
//          by zero, and searches for bits in zero are defined for each component.
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
#define COUNT 33
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
    put(a % b);
    put(a & b);
    put(a | b);
    put(a ^ b);
    put(~a);
    put((V)0 - a);
    put(a << b);
    put(a >> b);
    put(min(a, b));
    put(max(a, b));
    put(clamp(a, (V)2, (V)90));
    put(mad(a, b, c));
    put(a * 3 + b);
    put((V)countbits(a));
    put((V)reversebits(a));
    put((V)firstbithigh(a));
    put((V)firstbitlow(a));
    put(a < b);
    put(a <= b);
    put(a > b);
    put(a >= b);
    put(a == b);
    put(a != b);
    put(and(a != 0, b > 5));
    put(or(a != 0, b > 5));
    put(select(a < c, b, c));
#ifdef SIGNED
    put(abs(a));
    put((V)sign(a));
#else
    put(a);
    put(select(a != 0, (V)1, (V)0));
#endif
    put((V)(any(a) ? 1 : 0) + (V)(all(a) ? 2 : 0));
}
