// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DM=16 -DN=16 -DSCOPE=1
// dxc[od]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DT=half -DM=16 -DN=16 -DSCOPE=1 -Od
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DT=float -DM=4 -DN=8 -DSCOPE=1
// dxc[i32]: -T cs_6_10 -E main -enable-16bit-types -DC=4 -DT=int -DM=5 -DN=7 -DSCOPE=1
// dxc[u16]: -T cs_6_10 -E main -enable-16bit-types -DC=3 -DT=uint16_t -DM=8 -DN=8 -DSCOPE=1
// dxc[f64]: -T cs_6_10 -E main -enable-16bit-types -DC=10 -DT=double -DM=8 -DN=4 -DSCOPE=1
// dxc[group]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DT=float -DM=24 -DN=10 -DSCOPE=2
// exec: matrix in rows of 64 + 16 bytes at t0, whole numbers; out u0,space1 raw: the components that lanes see, as ints, by
//       coordinate; then, from byte 4096 on, the matrix after components off the diagonal were doubled and made one
//       more, by rows of 64 + 16 bytes; then at byte 8192 how many components lanes have, and of how many lanes components,
//       coordinates and stores beyond their share were as they must be
// Catches: coordinates as column and row; components that two lanes have, or none; a set that changes what came before; an
//          index beyond the share; the same in control flow that lanes do not share.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

[numthreads(40, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    if (SCOPE == 1 && GetGroupWaveIndex() != 0)
        return;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] matrix;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, N, 2, SCOPE)]] before;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, from, 0, 80, 0, 16);
    before = matrix;
    uint length = __builtin_LinAlg_MatrixLength(matrix);
    for (uint i = 0; i < length; ++i)
    {
        uint2 at = __builtin_LinAlg_MatrixGetCoordinate(matrix, i);
        T value;
        __builtin_LinAlg_MatrixGetElement(value, matrix, i);
        if (at.x != at.y)
            __builtin_LinAlg_MatrixSetElement(matrix, matrix, i, T(value * T(2) + T(1)));
    }
    for (uint j = 0; j < length; ++j)
    {
        uint2 at = __builtin_LinAlg_MatrixGetCoordinate(before, j);
        T value;
        __builtin_LinAlg_MatrixGetElement(value, before, j);
        to.Store((at.x * N + at.y) * 4, int(value));
    }
    uint2 beyond = __builtin_LinAlg_MatrixGetCoordinate(matrix, length);
    T near = T(7), far = T(7);
    __builtin_LinAlg_MatrixGetElement(near, matrix, length);
    __builtin_LinAlg_MatrixGetElement(far, matrix, length + 100000);
    __builtin_LinAlg_MatrixSetElement(matrix, matrix, length, T(99));
    __builtin_LinAlg_MatrixSetElement(matrix, matrix, 0xffffffff, T(99));
    __builtin_LinAlg_MatrixStoreToDescriptor(matrix, to, 4096, 80, 0, 16);
    to.InterlockedAdd(8192, length);
    bool right = all(beyond == 0xffffffff) && near == T(0) && far == T(0);
    to.InterlockedAdd(8196, right ? 0 : 1);
}
