// dxc: -T cs_6_10 -E main -enable-16bit-types
// exec: groups 65535, four of which do the same; t0, t1, u0,space1 raw: halves, 8192 x 128 by 128 x 8192, sums in floats
// Catches: matrices of the device that reach it component by component from groupshared memory.
ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
RWByteAddressBuffer Out : register(u0, space1);
groupshared uint4 Left[64 * 2], Right[16 * 8];

[WaveSize(32)]
[numthreads(128, 1, 1)]
void main(uint3 g : SV_GroupID, uint t : SV_GroupIndex) {
    uint row = (g.x >> 7 & 127) * 64, column = (g.x & 127) * 64;
    uint wave = WaveReadLaneFirst(t >> 5), down = (wave >> 1) * 32, across = (wave & 1) * 32;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 32, 16, 0, 1)]] a;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 16, 32, 1, 1)]] b;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 32, 32, 2, 1)]] sum;
    __builtin_LinAlg_FillMatrix(sum, 0.0f);
    for (uint k = 0; k < 128; k += 16) {
        uint4 left = A.Load4(((row + (t >> 1)) * 128 + k + (t & 1) * 8) * 2);
        uint4 right = B.Load4(((k + (t >> 3)) * 8192 + column + (t & 7) * 8) * 2);
        Left[t] = left; Right[t] = right;
        GroupMemoryBarrierWithGroupSync();
        __builtin_LinAlg_MatrixLoadFromMemory(a, Left, down * 16, 16, 0);
        __builtin_LinAlg_MatrixLoadFromMemory(b, Right, across, 64, 0);
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, a, b, sum);
        GroupMemoryBarrierWithGroupSync();
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, Out, ((row + down) * 8192 + column + across) * 4, 8192 * 4, 0, 4);
}
