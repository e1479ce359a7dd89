// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 structured (stride 4): 64 x float x; u0,space1 structured (stride 32): 64 x 8 words: f32tof16 of h, the half
//       next to x; of h and of numbers that are halves, or none, chosen by min, max and a branch; of 2h; two packed; and back
// Catches: words of halves that are not the halves' bits; a number that is no half taken for one.
StructuredBuffer<float> In : register(t0);
struct Words {
    uint4 a, b;
};
RWStructuredBuffer<Words> Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float x = In[i];
    half h = half(x);
    half twice = h + h;
    float lower = min(float(h), 1.5);
    float upper = max(float(h), 0.3);
    float chosen = i & 1 ? float(h) : 0.25;
    Words words;
    words.a = uint4(f32tof16(float(h)), f32tof16(lower), f32tof16(upper), f32tof16(chosen));
    words.b = uint4(f32tof16(float(twice)), f32tof16(float(h)) | f32tof16(float(twice)) << 16,
                    f32tof16(x) | f32tof16(float(h)) << 16, asuint(f16tof32(f32tof16(float(h)))));
    Out[i] = words;
}
