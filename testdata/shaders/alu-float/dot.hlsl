// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float4 a, float4 b); u0,space1 raw: 64 x 4 words
//       (dot of 2, 3, 4 components, length(a.xyz)); use small integers so that results are exact
// Catches: operand order of dot2/3/4 (ax, ay, .. then bx, by, ..).
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float4 a = asfloat(In.Load4(i * 32));
    float4 b = asfloat(In.Load4(i * 32 + 16));
    Out.Store4(i * 16, asuint(float4(dot(a.xy, b.xy), dot(a.xyz, b.xyz), dot(a, b), length(a.xyz))));
}
