// dxc: -T cs_6_0 -E main
// exec: groups 1; u0,space1 typed R32_FLOAT: 0, NaN 0x7fc00001, -0, 1.5; u1,space1 texture 2D R32_FLOAT 2x1: 0, 8; u2,space1 raw:
//       what thread 0 saw (-0 is not 0: stays; the NaN equals itself: replaced; exchange; texture: 8 replaced), and the loads after
// Catches: floats of typed resources compared as numbers, or refused.
RWBuffer<float> B : register(u0, space1);
RWTexture2D<float> T : register(u1, space1);
RWByteAddressBuffer Old : register(u2, space1);

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
    if (t == 0) {
        float a, b, c, d;
        InterlockedCompareExchangeFloatBitwise(B[2], 0.0, 5.0, a);
        InterlockedCompareExchangeFloatBitwise(B[1], asfloat(0x7fc00001u), 6.0, b);
        InterlockedExchange(B[3], 7.0, c);
        InterlockedCompareExchangeFloatBitwise(T[uint2(1, 0)], 8.0, 9.0, d);
        Old.Store4(0, uint4(asuint(a), asuint(b), asuint(c), asuint(d)));
    }
    InterlockedCompareStoreFloatBitwise(B[0], 0.0, 2.0);
}
