// dxc: -T cs_6_10 -E main -enable-16bit-types -DFROM=8 -DF=half -DX=8 -DTO=21 -DT=uint -DY=2
// dxc[e5m2]: -T cs_6_10 -E main -enable-16bit-types -DFROM=8 -DF=half -DX=8 -DTO=22 -DT=uint -DY=2
// dxc[from_e4m3]: -T cs_6_10 -E main -enable-16bit-types -DFROM=21 -DF=uint -DX=2 -DTO=8 -DT=half -DY=8
// dxc[from_e5m2]: -T cs_6_10 -E main -enable-16bit-types -DFROM=22 -DF=uint -DX=2 -DTO=8 -DT=half -DY=8
// dxc[i16_i32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=2 -DF=int16_t -DX=8 -DTO=4 -DT=int -DY=8
// dxc[f32_i16]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DF=float -DX=8 -DTO=2 -DT=int16_t -DY=8
// dxc[f32_i8]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DF=float -DX=8 -DTO=19 -DT=uint -DY=2
// dxc[u8_f32]: -T cs_6_10 -E main -enable-16bit-types -DFROM=20 -DF=uint -DX=2 -DTO=9 -DT=float -DY=8
// dxc[bf16]: -T cs_6_10 -E main -enable-16bit-types -DFROM=9 -DF=float -DX=8 -DTO=23 -DT=uint -DY=4
// exec: vectors at t0, one behind the other; out u0,space1 raw: each converted; behind all what accumulators are laid out as
// Catches: parts of a word in the other order, halves rounded twice, the rules of HLSL for integers.
ByteAddressBuffer vectors : register(t0);
RWByteAddressBuffer to : register(u0, space1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    vector<F, X> from = vectors.Load<vector<F, X> >(i * X * sizeof(F));
    vector<T, Y> result;
    __builtin_LinAlg_Convert(result, from, FROM, TO);
    to.Store<vector<T, Y> >(i * Y * sizeof(T), result);
    to.Store(4 * Y * sizeof(T), __builtin_LinAlg_MatrixQueryAccumulatorLayout());
}
