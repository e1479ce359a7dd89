// dxc: -T cs_6_0 -E main
// exec: root CBV b0 {uint4 v[4]}, root SRV t0 structured (stride 12) 64 uint3, root SRV t1 raw 64 words, root UAV u0 structured (stride
//       8) 64 uint2: (t0[i].z + t1[i], v[i & 3].y)
// Catches: root CBV, SRV and UAV as buffer addresses, structured and raw.
#define RS "CBV(b0), SRV(t0), SRV(t1), UAV(u0)"
cbuffer P : register(b0) { uint4 v[4]; };
StructuredBuffer<uint3> S : register(t0);
ByteAddressBuffer R : register(t1);
RWStructuredBuffer<uint2> Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = uint2(S[i].z + R.Load(i * 4), v[i & 3].y);
}
