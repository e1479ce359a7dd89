// dxc: -T cs_6_9 -E main -DT=uint -DN=5 -DINT
// dxc[uint64]: -T cs_6_9 -E main -DT=uint64_t -DN=3 -DINT
// dxc[float]: -T cs_6_9 -E main -DT=float -DN=5
// dxc[half]: -T cs_6_9 -E main -enable-16bit-types -DT=half -DN=5
// dxc[double]: -T cs_6_9 -E main -DT=double -DN=2
// exec: groups 1 of 4 lanes; t0 raw (4 vectors of N); u0,space1 raw (4 x COUNT vectors of N, in the order below), u1,space1
//       raw (4 x 4 words: WaveMatch)
// Catches: a wave operation on vectors that mixes components, or all of whose lanes have to agree in all of them.
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
RWByteAddressBuffer matches : register(u1, space1);
typedef vector<T, N> V;
static uint at;
void put(V v) {
    result.Store<V>(at, v);
    at += sizeof(V);
}
#ifdef INT
#define COUNT 19
#else
#define COUNT 14
#endif
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    V a = input.Load<V>(i * sizeof(V));
    at = i * COUNT * sizeof(V);
    put(WaveActiveSum(a));
    put(WaveActiveProduct(a));
    put(WaveActiveMin(a));
    put(WaveActiveMax(a));
    put(select(WaveActiveAllEqual(a), (V)1, (V)0));
    put(WaveReadLaneAt(a, 2));
    put(WaveReadLaneAt(a, (i + 1) & 3));
    put(WaveReadLaneFirst(a));
    put(WavePrefixSum(a));
    put(WavePrefixProduct(a));
    uint4 odd = WaveMatch(i & 1);
    put(WaveMultiPrefixSum(a, odd));
    put(WaveMultiPrefixProduct(a, odd));
    put(QuadReadLaneAt(a, 1));
    put(QuadReadAcrossX(a) + QuadReadAcrossY(a) * 2 + QuadReadAcrossDiagonal(a) * 4);
#ifdef INT
    put(WaveActiveBitAnd(a));
    put(WaveActiveBitOr(a));
    put(WaveActiveBitXor(a));
    put(WaveMultiPrefixBitOr(a, odd));
    put(WaveMultiPrefixBitXor(a, odd));
#endif
    matches.Store4(i * 16, WaveMatch(a));
}
