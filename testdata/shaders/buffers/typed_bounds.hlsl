// dxc: -T cs_6_0 -E main
// exec: groups 1 of 32 threads; t0 raw: 32 different texel indexes; t1 typed R32G32B32A32_FLOAT, t2 typed R32_UINT, t3 typed
//       R32G32_FLOAT, u1,space1 typed R32_UINT, u2,space1 typed R32G32B32A32_UINT, 8 texels each; u0,space1 raw: 32 x 4 x 4
//       words: texel index[i] of t1, of t2 and u1 (two words each, the second 0), t3 as float4 (z 0, w 1), u2; past the end 0 in
//       the components that the format has; then u1[index[i]] = i + 1 and atomic or of 1 << 20, u2[index[i]] = i + 1
// Catches: bounds of typed loads, stores and atomics, indexes that are negative as integers, missing components.
ByteAddressBuffer Index : register(t0);
Buffer<float4> Floats : register(t1);
Buffer<uint> Uints : register(t2);
Buffer<float4> Pairs : register(t3);
RWByteAddressBuffer Out : register(u0, space1);
RWBuffer<uint> RwUints : register(u1, space1);
RWBuffer<uint4> RwFours : register(u2, space1);

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int k = (int)Index.Load(i * 4);
    Out.Store4(i * 64, asuint(Floats[k]));
    Out.Store4(i * 64 + 16, uint4(Uints[k], 0, RwUints[k], 0));
    Out.Store4(i * 64 + 32, asuint(Pairs[k]));
    Out.Store4(i * 64 + 48, RwFours[k]);
    RwUints[k] = i + 1;
    InterlockedOr(RwUints[k], 1u << 20);
    RwFours[k] = i + 1;
}
