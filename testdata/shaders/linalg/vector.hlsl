// dxc: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=16 -DK=16 -DLAYOUT=0 -DI=8 -DT=half -DL=16 -DR=half -DSIGNED=1
// dxc[f32]: -T cs_6_10 -E main -enable-16bit-types -DC=9 -DM=4 -DK=8 -DLAYOUT=0 -DI=9 -DT=float -DL=8 -DR=float -DSIGNED=1
// dxc[rows]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=4 -DK=8 -DLAYOUT=0 -DI=8 -DT=half -DL=8 -DR=half -DSIGNED=1
// dxc[columns]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=4 -DK=8 -DLAYOUT=1 -DI=8 -DT=half -DL=8 -DR=half -DSIGNED=1
// dxc[optimal]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=4 -DK=8 -DLAYOUT=2 -DI=8 -DT=half -DL=8 -DR=float -DSIGNED=1
// dxc[optimal_t]: -T cs_6_10 -E main -enable-16bit-types -DC=8 -DM=4 -DK=8 -DLAYOUT=3 -DI=8 -DT=half -DL=8 -DR=float -DSIGNED=1
// dxc[i8]: -T cs_6_10 -E main -enable-16bit-types -DC=19 -DM=4 -DK=8 -DLAYOUT=0 -DI=19 -DT=uint -DL=2 -DR=int -DSIGNED=1
// dxc[u8]: -T cs_6_10 -E main -enable-16bit-types -DC=20 -DM=4 -DK=8 -DLAYOUT=0 -DI=20 -DT=uint -DL=2 -DR=uint -DSIGNED=0
// dxc[u8_i32]: -T cs_6_10 -E main -enable-16bit-types -DC=20 -DM=4 -DK=8 -DLAYOUT=0 -DI=20 -DT=uint -DL=2 -DR=int -DSIGNED=1
// dxc[u32]: -T cs_6_10 -E main -enable-16bit-types -DC=5 -DM=4 -DK=8 -DLAYOUT=0 -DI=5 -DT=uint -DL=8 -DR=uint -DSIGNED=0
// dxc[u32_i32]: -T cs_6_10 -E main -enable-16bit-types -DC=5 -DM=4 -DK=8 -DLAYOUT=0 -DI=5 -DT=uint -DL=8 -DR=int -DSIGNED=1
// dxc[e4m3]: -T cs_6_10 -E main -enable-16bit-types -DC=21 -DM=8 -DK=12 -DLAYOUT=0 -DI=21 -DT=uint -DL=3 -DR=half -DSIGNED=1
// dxc[e5m2]: -T cs_6_10 -E main -enable-16bit-types -DC=22 -DM=8 -DK=8 -DLAYOUT=0 -DI=22 -DT=uint -DL=2 -DR=float -DSIGNED=1
// dxc[i16]: -T cs_6_10 -E main -enable-16bit-types -DC=2 -DM=8 -DK=8 -DLAYOUT=0 -DI=2 -DT=half -DL=8 -DR=int -DSIGNED=1
// dxc[pixel]: -T ps_6_10 -E pixel -enable-16bit-types -DC=8 -DM=4 -DK=8 -DLAYOUT=0 -DI=8 -DT=half -DL=8 -DR=float -DSIGNED=1
// exec: matrices at t0, 64 + 4096 * (number of the vector, if odd) bytes on, in lines of their length, rounded up to 16; 40
//       vectors at t1, one behind the other; biases at t2 likewise; out u0,space1 raw: of each vector the product, and from
//       byte 8192 on the product and the bias, for vectors of which the number is no multiple of 3
// Catches: rows and columns, the wrong type for what words hold, sums in few bits, the bias left out, one below zero taken for 0,
//          lanes that have other matrices or other vectors or none at all.
ByteAddressBuffer matrices : register(t0);
ByteAddressBuffer vectors : register(t1);
ByteAddressBuffer biases : register(t2);
RWByteAddressBuffer to : register(u0, space1);

#define SIZE(C) (C == 19 || C == 20 || C == 21 || C == 22 ? 1 : C == 2 || C == 3 || C == 8 || C == 23 ? 2 : C == 4 || C == 5 || C == 9 ? 4 : 8)
#if LAYOUT == 0
#define LINE ((K * SIZE(C) + 15) & ~15)
#elif LAYOUT == 1
#define LINE ((M * SIZE(C) + 15) & ~15)
#else
#define LINE 0
#endif

void each(uint i)
{
    uint offset = 64 + (i % 2) * 4096;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(C, M, K, 0, 0)]] matrix;
    vector<T, L> input = vectors.Load<vector<T, L> >(i * L * sizeof(T));
    vector<R, M> result;
    __builtin_LinAlg_MatrixLoadFromDescriptor(matrix, matrices, offset, LINE, LAYOUT, 128);
    __builtin_LinAlg_MatrixVectorMultiply(result, matrix, SIGNED, input, I);
    to.Store<vector<R, M> >(i * M * sizeof(R), result);
    if (i % 3 != 0)
    {
        vector<R, M> bias = biases.Load<vector<R, M> >(i * M * sizeof(R));
        __builtin_LinAlg_MatrixVectorMultiplyAdd(result, matrix, SIGNED, input, I, bias);
        to.Store<vector<R, M> >(8192 + i * M * sizeof(R), result);
    }
}

[numthreads(40, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    each(i);
}

float4 pixel(float4 position : SV_Position) : SV_Target
{
    uint i = uint(position.x);
    if (i < 40)
        each(i);
    return position;
}
