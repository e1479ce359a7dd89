// dxc: -T cs_6_0 -E main
// exec: root constants 4 words at b0; root UAV u0 raw; groups 1: 64 words = x*i + y, after them z, w
// Catches: root constants become push constants; a root UAV is an address.
#define RS "RootConstants(num32BitConstants=4, b0), UAV(u0)"
struct Constants { uint x, y, z, w; };
ConstantBuffer<Constants> C : register(b0);
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, C.x * i + C.y);
    if (i == 0) Out.Store2(256, uint2(C.z, C.w));
}
