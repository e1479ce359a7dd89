// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 2D 8x8, t1 2D array 8x8x3, t2 cube 8, t3 cube array 8 of 2, R32G32B32A32_FLOAT, t4 2D 8x8 R32G32B32A32_UINT, t5 2D array
//       8x8x3 R32G32B32A32_SINT; s0,space3 point clamp; t6 raw: 64 x 12 floats (u, v, slice, 0; direction, cube; int2 offset,
//       padding); u0,space1 raw: 64 x 8 x float4: green of the 2D array, blue of the cube, alpha of the cube array, red of 2D with the
//       run-time offset, green of 2D with the four offsets (0, 1), (2, 3), (4, 5), (-8, 7), red of t4, green of t5 with offset (-1, 2), red of 2D with
//       offset (-8, 7)
// Catches: gathers of arrays, cubes and integers; run-time offsets, of which six bits count; four offsets.
Texture2D<float4> T2 : register(t0);
Texture2DArray<float4> T2A : register(t1);
TextureCube<float4> TC : register(t2);
TextureCubeArray<float4> TCA : register(t3);
Texture2D<uint4> TU : register(t4);
Texture2DArray<int4> TI : register(t5);
ByteAddressBuffer In : register(t6);
SamplerState S : register(s0, space3);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 uv = asfloat(In.Load4(i * 48)), d = asfloat(In.Load4(i * 48 + 16));
    int2 offset = (int2)In.Load2(i * 48 + 32);
    uint o = i * 128;
    Out.Store4(o, asuint(T2A.GatherGreen(S, uv.xyz)));
    Out.Store4(o + 16, asuint(TC.GatherBlue(S, d.xyz)));
    Out.Store4(o + 32, asuint(TCA.GatherAlpha(S, d)));
    Out.Store4(o + 48, asuint(T2.GatherRed(S, uv.xy, offset)));
    Out.Store4(o + 64, asuint(T2.GatherGreen(S, uv.xy, int2(0, 1), int2(2, 3), int2(4, 5), int2(-8, 7))));
    Out.Store4(o + 80, TU.GatherRed(S, uv.xy));
    Out.Store4(o + 96, (uint4)TI.GatherGreen(S, uv.xyz, int2(-1, 2)));
    Out.Store4(o + 112, asuint(T2.GatherRed(S, uv.xy, int2(-8, 7))));
}
