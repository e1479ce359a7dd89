// dxc: -T cs_6_8 -E main -enable-16bit-types
// exec: groups 1; t0 2D 128x128 R32_UINT, t1 2D 128x128 R16_UINT, t2 2D 128x128 R32G32_UINT, t3 2D array 128x128x2 R32_UINT, t5 2D
//       128x128 D32_FLOAT, all sparse; s0,space3 point wrap, s1,space3 comparison LESS_EQUAL point clamp; t4 raw: 16 x (texel x, y, int2
//       offset); u0,space1 raw: 16 x 28 words: raw gathers at the texel's lower right corner with the offset of t0 (4 words), t1 (4
//       words), t2 (8 words), t3's slice 1 (4 words), then whether each of them found its texels, then comparisons of t5 with 0.5 at
//       the texel, by level and by gradients, floats, bits that they found their texels, 0
// Catches: channels of 64-bit texels, converted texels, the status of two gathers.
Texture2D<uint> A : register(t0);
Texture2D<uint16_t> B : register(t1);
Texture2D<uint64_t> C : register(t2);
Texture2DArray<uint> D : register(t3);
Texture2D<float> E : register(t5);
ByteAddressBuffer In : register(t4);
SamplerState S : register(s0, space3);
SamplerComparisonState SC : register(s1, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int4 v = In.Load4(i * 16);
    float2 uv = (v.xy + 1.0) / 128;
    uint4 st;
    uint4 a = A.GatherRaw(S, uv, v.zw, st.x);
    uint16_t4 b = B.GatherRaw(S, uv, v.zw, st.y);
    uint64_t4 c = C.GatherRaw(S, uv, v.zw, st.z);
    uint4 d = D.GatherRaw(S, float3(uv, 1), v.zw, st.w);
    uint o = i * 112;
    Out.Store4(o, a);
    Out.Store4(o + 16, uint4(b));
    Out.Store<uint64_t4>(o + 32, c);
    Out.Store4(o + 64, d);
    Out.Store4(o + 80, uint4(CheckAccessFullyMapped(st.x), CheckAccessFullyMapped(st.y), CheckAccessFullyMapped(st.z),
                             CheckAccessFullyMapped(st.w)));
    uint2 found;
    float2 e;
    float2 middle = uv - 0.5 / 128;
    e.x = E.SampleCmpLevel(SC, middle, 0.5, 0, int2(0, 0), found.x);
    e.y = E.SampleCmpGrad(SC, middle, 0.5, float2(1, 0) / 256, float2(0, 1) / 256, int2(0, 0), 0, found.y);
    Out.Store4(o + 96, uint4(asuint(e), (CheckAccessFullyMapped(found.x) ? 1 : 0) + (CheckAccessFullyMapped(found.y) ? 2 : 0), 0));
}
