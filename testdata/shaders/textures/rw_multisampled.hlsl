// dxc: -T cs_6_7 -E main
// exec: groups 1; u1,space1 2D MS 8x8 4 samples R32G32B32A32_FLOAT, u2,space1 2D MS array 8x8x2 4 samples R32_UINT; u0,space1 raw: 64 x
//       12 words: after each sample of a texel is set to its number and place: the texel of the thread with the same number from the
//       end: its samples 3 and 0 (4 words each), samples 1 and 2 of u2's layer 1, sample 3 of its layer 0, samples of u1 as
//       its dimensions have them
// Catches: samples that are not told apart, layers in their place.
RWTexture2DMS<float4, 4> A : register(u1, space1);
RWTexture2DMSArray<uint, 4> B : register(u2, space1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint2 p = uint2(i % 8, i / 8);
    for (uint s = 0; s < 4; ++s) {
        A.sample[s][p] = float4(p, s, i + 100);
        B.sample[s][uint3(p, 0)] = i * 16 + s;
        B.sample[s][uint3(p, 1)] = i * 16 + s + 4;
    }
    AllMemoryBarrierWithGroupSync();
    uint2 q = 7 - p;
    uint width, height, samples;
    A.GetDimensions(width, height, samples);
    uint o = i * 48;
    Out.Store4(o, asuint(A.sample[3][q]));
    Out.Store4(o + 16, asuint(A[q]));
    Out.Store4(o + 32, uint4(B.sample[1][uint3(q, 1)], B.Load(uint3(q, 1), 2), B.sample[3][uint3(q, 0)], samples * 256 + width * height));
}
