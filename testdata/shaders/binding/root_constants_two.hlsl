// dxc: -T cs_6_0 -E main
// exec: root constants 3 words at b0, 2 words at b1 space1, 1 word at b2; root UAV u0 raw: 6 words in that order
// Catches: several blocks of root constants at offsets of their own.
#define RS "RootConstants(num32BitConstants=3, b0), UAV(u0), RootConstants(num32BitConstants=2, b1, space=1), RootConstants(num32BitConstants=1, b2)"
cbuffer A : register(b0) { float3 a; };
cbuffer B : register(b1, space1) { uint2 b; };
cbuffer C : register(b2) { int c; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, uint4(asuint(a), b.x));
    Out.Store2(16, uint2(b.y, (uint)c));
}
