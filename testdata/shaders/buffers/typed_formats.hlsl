// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 typed R32G32B32A32_FLOAT, t1 typed R32_UINT, t2 typed R16G16_SINT, t3 typed R8G8B8A8_UNORM, t4 typed
//       R32G32_FLOAT, 64 texels each; u0,space1 raw: 64 x 12 words (t0.xyzw, t1, t2.xy, t3.xyzw, t4.y); texel index is
//       read from t5 raw, so that indexes past the end (which read 0) can be tried
// Catches: typed buffer loads of float, uint, sint and normalised formats, missing components.
Buffer<float4> Floats : register(t0);
Buffer<uint> Uints : register(t1);
Buffer<int2> Sints : register(t2);
Buffer<unorm float4> Norms : register(t3);
Buffer<float2> Pairs : register(t4);
ByteAddressBuffer Index : register(t5);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    uint o = i * 48;
    Out.Store4(o, asuint(Floats[k]));
    Out.Store3(o + 16, uint3(Uints[k], (uint2)Sints[k]));
    Out.Store4(o + 28, asuint(Norms[k]));
    Out.Store(o + 44, asuint(Pairs.Load(k).y));
}
