// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float x, float lo, float hi); u0,space1 raw: 64 x 4 words
//       (saturate(x), clamp(x,lo,hi) = min(max(x,lo),hi), saturate(x*lo), abs(x) as float bits)
// Catches: saturate(NaN) must be 0; clamp with lo > hi must still be max then min; abs must clear the sign of NaN and -0.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    Out.Store4(i * 16, asuint(float4(saturate(v.x), clamp(v.x, v.y, v.z), saturate(v.x * v.y), abs(v.x))));
}
