// dxc: -T cs_6_0 -E main
// exec: root table 0: t0..t1 (raw, typed R32_UINT), b0; table 1: t3 space1 (structured stride 8), u0 raw; u1 structured (stride 4);
//       groups 1: u0[i] = t0[i] + t1[i] + t3[i].y + b0.x; u1[i] = i
// Catches: tables of several ranges of mixed classes, with offsets that append.
#define RS "DescriptorTable(SRV(t0, numDescriptors=2), CBV(b0)), DescriptorTable(SRV(t3, space=1), UAV(u0, numDescriptors=2))"
ByteAddressBuffer A : register(t0);
Buffer<uint> B : register(t1);
StructuredBuffer<uint2> C : register(t3, space1);
cbuffer P : register(b0) { uint x; };
RWByteAddressBuffer Out : register(u0);
RWStructuredBuffer<uint> Index : register(u1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, A.Load(i * 4) + B[i] + C[i].y + x);
    Index[i] = i;
}
