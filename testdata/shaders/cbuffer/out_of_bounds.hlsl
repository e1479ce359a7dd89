// dxc: -T cs_6_0 -E main
// exec: groups 1; b0,space2: 8 rows bound of float4 v[64] (the rest reads 0 when only 128 bytes are bound); u0,space1 raw:
//       64 x 4 words
// Catches: reads beyond the bound size give 0.
cbuffer Params : register(b0, space2) { float4 v[64]; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out.Store4(i * 16, asuint(v[i]));
}
