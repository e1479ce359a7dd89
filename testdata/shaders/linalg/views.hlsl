// dxc: -T cs_6_10 -E main -enable-16bit-types -DM=16 -DN=16 -DOFFSET=0 -DLINE=32
// dxc[padded]: -T cs_6_10 -E main -enable-16bit-types -DM=4 -DN=8 -DOFFSET=128 -DLINE=32
// exec: halves in rows of LINE bytes from byte OFFSET on at t0; out u0,space1 raw, likewise: the same. Either view may end within
//       the matrix.
// Catches: components behind the end of a view that are read or written nevertheless, or the whole matrix left out although
//          only its end is outside, the half of a word that is still inside, lines counted from the wrong place.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0, space1);

[numthreads(128, 1, 1)]
void main()
{
    if (GetGroupWaveIndex() != 0)
        return;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, M, N, 0, 1)]] matrix;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, from, OFFSET, LINE, 0, 128);
    __builtin_LinAlg_MatrixStoreToDescriptor(matrix, to, OFFSET, LINE, 0, 128);
}
