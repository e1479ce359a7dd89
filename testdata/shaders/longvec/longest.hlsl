// dxc: -T cs_6_9 -E main -DN=1024 -DFEW
// dxc[n1]: -T cs_6_9 -E main -DN=1
// dxc[n3]: -T cs_6_9 -E main -DN=3
// dxc[n100]: -T cs_6_9 -E main -DN=100
// exec: groups 1 of 1; t0 raw (N + N float, index); u0,space1 raw (N float, then dot and the component at the index). With
//       FEW, as lavapipe takes minutes for thousands of accesses: t0 raw (2 float), u0,space1 raw (dot and the last component)
// Catches: vectors of every length, the longest included.
ByteAddressBuffer input : register(t0);
RWByteAddressBuffer result : register(u0, space1);
typedef vector<float, N> V;
[numthreads(1, 1, 1)]
void main() {
#ifdef FEW
    V a = asfloat(input.Load(0)), b = asfloat(input.Load(4));
    [unroll] for (uint lane = 0; lane < N; lane++)
        a[lane] += lane % 32;
#else
    V a = input.Load<V>(0), b = input.Load<V>(4 * N);
#endif
    V sum = select(a > b, a * 2 + b, b - a);
#ifdef FEW
    result.Store(0, asuint(dot(sum, b)));
    result.Store(4, asuint(sum[N - 1]));
#else
    uint index = input.Load(8 * N);
    result.Store<V>(0, sum);
    result.Store(4 * N, asuint(dot(a, b)));
    result.Store(4 * N + 4, asuint(sum[index]));
#endif
}
