// dxc: -T cs_6_6 -E main
// dxc[range]: -T cs_6_8 -E main -DSIZE=16,64,32
// Catches: a size of the wave that the shader asks for and the reflection does not name.
#ifndef SIZE
#define SIZE 32
#endif
RWByteAddressBuffer Out : register(u0, space1);

[WaveSize(SIZE)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, WaveActiveSum(i));
}
