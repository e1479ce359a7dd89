// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=16 -DN=8 -DT=half
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=4 -DN=6 -DT=float
// dxc[f16_f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=4 -DN=6 -DT=half
// dxc[i32]: -T cs_6_10 -E main -enable-16bit-types -DC=4 -DM=4 -DN=4 -DT=int
// dxc[chosen]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=4 -DN=6 -DT=float -DCHOSEN
// exec: 12 pairs of vectors at t0, M components and N; out u0,space1 raw, in dense rows from byte 64 on: the sum of their
//       outer products, of those with an odd number twice where CHOSEN is; at byte 4096 the sum of the first vectors
// Catches: rows and columns, additions that are lost, a matrix that is another one's where lanes differ.
ByteAddressBuffer vectors : register(t0);
RWByteAddressBuffer to : register(u0, space1);

[numthreads(12, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    vector<T, M> a = vectors.Load<vector<T, M> >(i * (M + N) * sizeof(T));
    vector<T, N> b = vectors.Load<vector<T, N> >((i * (M + N) + M) * sizeof(T));
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, 0)]] product;
    __builtin_LinAlg_MatrixOuterProduct(product, a, b);
#ifdef CHOSEN
    if (i % 2 == 1)
        __builtin_LinAlg_MatrixOuterProduct(product, a + a, b);
#endif
    __builtin_LinAlg_MatrixAccumulateToDescriptor(product, to, 64, 0, 4, 128);
    __builtin_LinAlg_VectorAccumulateToDescriptor(to, 4096, 64, a);
}
