// dxc: -T cs_6_9 -E main -DT=uint64_t
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=float16_t
// exec: groups 1 of 1; u0 raw (2 * N + 2 T, in and out)
// Catches: components that are loaded when some that overlap them are stored already, or not yet: all of a vector is read before
//          any of it is written. What has to be kept until then is one vector (8 KB a thread), not the operands.
RWByteAddressBuffer memory : register(u0);
#define N 1024
typedef vector<T, N> V;
[numthreads(1, 1, 1)]
void main() {
    V a = memory.Load<V>(0), b = memory.Load<V>(sizeof(V));
    memory.Store<V>(sizeof(T), a * (T)3 + b);
    V c = memory.Load<V>(2 * sizeof(T)), d = memory.Load<V>(sizeof(V) + 2 * sizeof(T));
    memory.Store<V>(sizeof(V) + sizeof(T), d - c);
}
