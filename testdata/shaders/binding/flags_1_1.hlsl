// dxc: -T cs_6_0 -E main
// exec: as the ranges say: b0 root CBV {uint k}, table SRV t0 raw, UAV u0 raw; groups 1: u0[i] = t0[i] * k
// Catches: descriptor and data flags of version 1.1 (static, volatile, while set at execute).
#define RS "CBV(b0, flags=DATA_STATIC), DescriptorTable(SRV(t0, flags=DESCRIPTORS_VOLATILE | DATA_STATIC_WHILE_SET_AT_EXECUTE), UAV(u0, flags=DATA_VOLATILE))"
cbuffer P : register(b0) { uint k; };
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, In.Load(i * 4) * k);
}
