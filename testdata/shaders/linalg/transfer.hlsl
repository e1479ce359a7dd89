// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DSCOPE=1 -DFROM=0,4,1 -DTO=4,12,0
// dxc[back]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DSCOPE=1 -DFROM=4,12,0 -DTO=0,4,1
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DT=float -DSCOPE=1 -DFROM=0,8,0 -DTO=4,6,1
// dxc[f32_back]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DT=float -DSCOPE=1 -DFROM=4,6,1 -DTO=0,8,0
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DSCOPE=2 -DFROM=0,8,0 -DTO=4,6,1
// dxc[group_back]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DSCOPE=2 -DFROM=4,6,1 -DTO=0,8,0
// dxc[add]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DSCOPE=1 -DFROM=0,4,1 -DTO=4,12,0 -DADD
// exec: 64 T at t0 and 64 T at t1, which groupshared arrays have at first; a matrix of 4 x 8 goes from the first to the second,
//       offset, components of a line and layout (0 rows, 1 columns) FROM and TO; out u0,space1 raw: the second array
// Catches: what lies between lines or before the first one and is written; rows for columns on one side alone.
ByteAddressBuffer first : register(t0);
ByteAddressBuffer second : register(t1);
RWByteAddressBuffer to : register(u0, space1);

groupshared T source[64];
groupshared T target[64];

[numthreads(40, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    for (uint i = thread; i < 64; i += 40)
    {
        source[i] = first.Load<T>(i * sizeof(T));
        target[i] = second.Load<T>(i * sizeof(T));
    }
    GroupMemoryBarrierWithGroupSync();
    if (SCOPE == 2 || GetGroupWaveIndex() == 0)
    {
        __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, 4, 8, 2, SCOPE)]] matrix;
        __builtin_LinAlg_MatrixLoadFromMemory(matrix, source, FROM);
#ifdef ADD
        __builtin_LinAlg_MatrixAccumulateToMemory(matrix, target, TO);
#else
        __builtin_LinAlg_MatrixStoreToMemory(matrix, target, TO);
#endif
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint j = thread; j < 64; j += 40)
        to.Store<T>(j * sizeof(T), target[j]);
}
