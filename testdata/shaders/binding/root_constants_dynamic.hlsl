// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: root constants b0 of 18 words: uint4 v[3], uint64 q, half4 h, float2 f; root UAV u0 raw; groups 1: u0[i] = word i & 3 of
//       v[(i >> 2) % 3], behind that q + 1 (2 words), h as 4 floats, f (2 words)
// Catches: root constants indexed at run time, 64- and 16-bit members of them.
#define RS "RootConstants(num32BitConstants=18, b0), UAV(u0)"
cbuffer P : register(b0) { uint4 v[3]; uint64_t q; half4 h; float2 f; };
RWByteAddressBuffer Out : register(u0);

[RootSignature(RS)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store(i * 4, v[(i >> 2) % 3][i & 3]);
    if (i == 0) {
        Out.Store<uint64_t>(256, q + 1);
        Out.Store4(264, asuint((float4)h));
        Out.Store2(280, asuint(f));
    }
}
