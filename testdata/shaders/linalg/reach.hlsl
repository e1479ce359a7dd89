// dxc: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16
// dxc[columns]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DLAYOUT=1
// dxc[i8]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DC=4 -DM=16 -DK=64 -DN=32
// dxc[beyond]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=24 -DK=32 -DN=20
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DTHREADS=64 -DSCOPE=2
// dxc[coherent]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DCOHERENT=globallycoherent
// dxc[shared]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DT=half -DS=float
// dxc[shared_columns]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DT=half -DS=float -DLAYOUT=1
// dxc[shared_words]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DT=uint -DS=uint
// dxc[shared_vectors]: -T cs_6_10 -E main -enable-16bit-types -HV 202x -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DT=half4 -DS=float4
// dxc[shared_i8]: -T cs_6_10 -E main -enable-16bit-types -DA=19 -DC=4 -DM=16 -DK=64 -DN=32 -DT=uint -DS=int
// dxc[shared_group]: -T cs_6_10 -E main -enable-16bit-types -DA=8 -DC=9 -DM=32 -DK=32 -DN=16 -DT=half -DS=float -DTHREADS=64 -DSCOPE=2
// exec: at t2 where matrices begin and what is between their lines: A (M by K) in t0, B (K by N) in t1, the result in u0,space1 (raw), in
//       bytes; A * B there. With T by way of groupshared arrays of 4096 bytes, which have what begins the buffers, in components
// Catches: matrices that the device loads or stores where places or lines are not aligned; what lies beyond the end of a buffer, or
//          is written there; lines that overlap; components for bytes.
ByteAddressBuffer first : register(t0);
ByteAddressBuffer second : register(t1);
ByteAddressBuffer places : register(t2);
#ifndef COHERENT
#define COHERENT
#endif
COHERENT RWByteAddressBuffer to : register(u0, space1);

#ifndef SCOPE
#define SCOPE 1
#define THREADS 32
#endif
#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifdef T
groupshared T left[4096 / sizeof(T)];
groupshared T right[4096 / sizeof(T)];
groupshared S result[4096 / sizeof(S)];
#endif

[numthreads(THREADS, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    uint4 from = places.Load4(0);
    uint2 into = places.Load2(16);
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, M, K, 0, SCOPE)]] a;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(A, K, N, 1, SCOPE)]] b;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] product;
#ifdef T
    for (uint i = thread; i < 4096 / sizeof(T); i += THREADS)
    {
        left[i] = first.Load<T>(i * sizeof(T));
        right[i] = second.Load<T>(i * sizeof(T));
    }
    for (uint j = thread; j < 4096 / sizeof(S); j += THREADS)
        result[j] = to.Load<S>(j * sizeof(S));
    GroupMemoryBarrierWithGroupSync();
    __builtin_LinAlg_MatrixLoadFromMemory(a, left, from.x, from.y, LAYOUT);
    __builtin_LinAlg_MatrixLoadFromMemory(b, right, from.z, from.w, LAYOUT);
    __builtin_LinAlg_MatrixMatrixMultiply(product, a, b);
    __builtin_LinAlg_MatrixStoreToMemory(product, result, into.x, into.y, LAYOUT);
    GroupMemoryBarrierWithGroupSync();
    for (uint k = thread; k < 4096 / sizeof(S); k += THREADS)
        to.Store<S>(k * sizeof(S), result[k]);
#else
    __builtin_LinAlg_MatrixLoadFromDescriptor(a, first, from.x, from.y, LAYOUT, 4);
    __builtin_LinAlg_MatrixLoadFromDescriptor(b, second, from.z, from.w, LAYOUT, 4);
    __builtin_LinAlg_MatrixMatrixMultiply(product, a, b);
    __builtin_LinAlg_MatrixStoreToDescriptor(product, to, into.x, into.y, LAYOUT, 4);
#endif
}
