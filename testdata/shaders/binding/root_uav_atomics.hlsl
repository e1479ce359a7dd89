// dxc: -T cs_6_0 -E main
// exec: root UAV u0 raw, u1 structured (stride 4), both 0 before; groups 2: u0 = 128; u1[0] = 127
// Catches: atomics on buffer addresses.
#define RS "UAV(u0), UAV(u1)"
RWByteAddressBuffer A : register(u0);
RWStructuredBuffer<uint> B : register(u1);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint old;
    A.InterlockedAdd(0, 1, old);
    InterlockedMax(B[0], old);
}
