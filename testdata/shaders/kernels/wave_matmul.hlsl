// dxc: -T cs_6_10 -E main -enable-16bit-types
// exec: groups 65535 of a wave of 32 lanes; t0, t1, u0,space1 raw: halves, 8192 x 256 by 256 x 8192, sums in floats
// Catches: matrices of the device that reach it component by component.
ByteAddressBuffer A : register(t0);
ByteAddressBuffer B : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

[WaveSize(32)]
[numthreads(32, 1, 1)]
void main(uint3 g : SV_GroupID) {
    uint row = (g.x >> 8) * 32, column = (g.x & 255) * 32;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 32, 16, 0, 1)]] a;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 16, 32, 1, 1)]] b;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 32, 32, 2, 1)]] sum;
    __builtin_LinAlg_FillMatrix(sum, 0.0f);
    for (uint k = 0; k < 256; k += 16) {
        __builtin_LinAlg_MatrixLoadFromDescriptor(a, A, (row * 256 + k) * 2, 256 * 2, 0, 4);
        __builtin_LinAlg_MatrixLoadFromDescriptor(b, B, (k * 8192 + column) * 2, 8192 * 2, 0, 4);
        __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(sum, a, b, sum);
    }
    __builtin_LinAlg_MatrixStoreToDescriptor(sum, Out, (row * 8192 + column) * 4, 8192 * 4, 0, 4);
}
