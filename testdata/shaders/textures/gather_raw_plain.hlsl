// dxc: -T cs_6_7 -E main -enable-16bit-types
// exec: groups 1; t0 2D 8x8 R32_UINT, t1 2D array 8x8x2 R16_UINT, t2 2D 8x8 R32G32_UINT; s0,space3 point clamp; t3 raw: 64 x (texel x,
//       y); u0,space1 raw: 64 x 16 words: raw gathers at the texel's lower right corner of t0 (4 words), t1's slice 1 with offset (-1,
//       2) (4 words), t2 with offset (3, -2) (8 words)
// Catches: the order of texels, offsets, halves of 64-bit texels.
Texture2D<uint> A : register(t0);
Texture2DArray<uint16_t> B : register(t1);
Texture2D<uint64_t> C : register(t2);
ByteAddressBuffer In : register(t3);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 uv = (In.Load2(i * 8) + 1.0) / 8;
    uint o = i * 64;
    Out.Store4(o, A.GatherRaw(S, uv));
    Out.Store4(o + 16, uint4(B.GatherRaw(S, float3(uv, 1), int2(-1, 2))));
    Out.Store<uint64_t4>(o + 32, C.GatherRaw(S, uv, int2(3, -2)));
}
