// dxc: -T cs_6_0 -E main -force-rootsig-ver rootsig_1_0
// exec: table: CBV b3 {uint k}, UAV u2 raw; groups 1: 64 words i * k
// Catches: root signatures of version 1.0, which have no descriptor flags.
#define RS "DescriptorTable(CBV(b3), UAV(u2))"
cbuffer P : register(b3) { uint k; };
RWByteAddressBuffer Out : register(u2);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, i * k);
}
