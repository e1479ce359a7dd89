// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 row indexes; b0,space2: float4 v[64], b1,space2: uint64_t2 w[64], b2,space2: half4 h[64], of which 8
//       rows each are bound; u0,space1 raw: 64 x 4 words: v[k].y, high word of w[k].y, h[k].w as float, v[k - 3].x; rows past
//       the bound ones read 0
// Catches: row indexes far outside, whose byte offsets wrap in 32 bits, in rows of each width.
cbuffer A : register(b0, space2) { float4 v[64]; };
cbuffer B : register(b1, space2) { uint64_t2 w[64]; };
cbuffer C : register(b2, space2) { half4 h[64]; };
ByteAddressBuffer Index : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    Out.Store4(i * 16, uint4(asuint(v[k].y), (uint)(w[k].y >> 32), asuint((float)h[k].w), asuint(v[k - 3].x)));
}
