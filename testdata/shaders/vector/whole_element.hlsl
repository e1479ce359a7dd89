// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 structured (stride 84): one element; t1 structured (stride 84): elements; u0,space1 raw: 64 x 4 words
// Catches: what the first element of a buffer of constants holds accessed by words, or at vectors that are not in it.
struct Constants {
    float4x4 transform;
    float4 add;
    uint scale;
};
StructuredBuffer<Constants> One : register(t0);
StructuredBuffer<Constants> Many : register(t1);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 v = float4(i, i + 1, i + 2, 1);
    float4 result = mul(One[0].transform, v) + One[0].add;
    Out.Store4(i * 16, asuint(result * One[0].scale + Many[4].add));
}
