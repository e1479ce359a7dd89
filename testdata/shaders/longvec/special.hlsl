// dxc: -T cs_6_9 -E main -DT=float -DU=uint -DN=6
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=half -DU=uint16_t -DN=6
// exec: groups 1; t0 raw (4 x {a, b}: vectors of 6); u0,space1 raw (4 x 8 vectors of 6: the tests as 0 and 1, the smaller,
//       the larger, saturated, and the bits)
// Catches: tests of special floats that look at one component, and NaN in minima of vectors.
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
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    V a = input.Load<V>((i * 2) * sizeof(V));
    V b = input.Load<V>((i * 2 + 1) * sizeof(V));
    at = i * 8 * sizeof(V);
    put(isnan(a));
    put(isinf(a));
    put(isfinite(a));
    put(min(a, b));
    put(max(a, b));
    put(saturate(a));
    put(!(a < b));
#if __HLSL_ENABLE_16_BIT
    result.Store<vector<U, N> >(at, asuint16(a));
#else
    result.Store<vector<U, N> >(at, asuint(a));
#endif
}
