// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x 2 floats; t1 4 x 4 floats of 4; u0,space1 raw: 64 x 12 words; u2 4 x 4 words, written
// Catches: coordinates of texels whose conversion from floats does not saturate: NaN is 0, what is too large is outside.
ByteAddressBuffer In : register(t0);
Texture2D<float4> Texels : register(t1);
RWByteAddressBuffer Out : register(u0, space1);
RWTexture2D<uint> Written : register(u2);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float2 at = asfloat(In.Load2(i * 8));
    Out.Store4(i * 48, asuint(Texels[uint2(at)]));
    Out.Store4(i * 48 + 16, asuint(Texels.Load(int3(at, 0))));
    // One further: what is all ones becomes 0.
    Out.Store4(i * 48 + 32, asuint(Texels.Load(int3(uint2(at), 0), int2(1, 0))));
    Written[uint2(at.yx)] = 7;
}
