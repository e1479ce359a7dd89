// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 8x8 R32G32B32A32_FLOAT; s0,space3 point clamp; t1 raw: 64 x (float u, v); u0,space1 raw: 64 x 5 x float4:
//       Gather red, green, blue, alpha, and red with offset (1, -1); order (0,1), (1,1), (1,0), (0,0)
// Catches: channel selection and the order of the four texels.
Texture2D<float4> T : register(t0);
ByteAddressBuffer In : register(t1);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float2 uv = asfloat(In.Load2(i * 8));
    uint o = i * 80;
    Out.Store4(o, asuint(T.GatherRed(S, uv)));
    Out.Store4(o + 16, asuint(T.GatherGreen(S, uv)));
    Out.Store4(o + 32, asuint(T.GatherBlue(S, uv)));
    Out.Store4(o + 48, asuint(T.GatherAlpha(S, uv)));
    Out.Store4(o + 64, asuint(T.Gather(S, uv, int2(1, -1))));
}
