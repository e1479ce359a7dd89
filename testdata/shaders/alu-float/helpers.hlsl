// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float a, float b, float t); u0,space1 raw: 64 x 8 words
//       (lerp, step, smoothstep, sign(a) as int, rcp(a), degrees(a), radians(a), ldexp(a, 3)) with tolerance
// Catches: intrinsics that DXC expands to several instructions; sign goes through i1 conversions.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 v = asfloat(In.Load3(i * 12));
    Out.Store4(i * 32, uint4(asuint(lerp(v.x, v.y, v.z)), asuint(step(v.x, v.y)), asuint(smoothstep(v.x, v.y, v.z)),
                             (uint)sign(v.x)));
    Out.Store4(i * 32 + 16, asuint(float4(rcp(v.x), degrees(v.x), radians(v.x), ldexp(v.x, 3.0))));
}
