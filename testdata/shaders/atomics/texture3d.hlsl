// dxc: -T cs_6_0 -E main
// exec: groups 1 of 4x4x4; u0,space1 texture 3D R32_UINT 2x2x2, 0 before; u1,space1 raw: 64 words
//       (texel p >> 1: sum of thread index; u1[t]: old value of an exchange on texel (0,0,0) of u2, only its set matters);
//       u2,space1 texture 3D R32_SINT 1x1x1, -1 before
// Catches: image atomics in 3D, exchange with a result.
RWTexture3D<uint> Sums : register(u0, space1);
RWByteAddressBuffer Old : register(u1, space1);
RWTexture3D<int> Last : register(u2, space1);

[numthreads(4, 4, 4)]
void main(uint3 p : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    int before;
    InterlockedAdd(Sums[p >> 1], t);
    InterlockedExchange(Last[uint3(0, 0, 0)], (int)t, before);
    Old.Store(t * 4, (uint)before);
}
