// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 x (float3 a, float3 b); u0,space1 raw: 64 x 12 words
//       (cross(a,b), reflect(a,b), normalize(a), refract(a,b,0.5)) with tolerance
// Catches: expansions with rsqrt, dot and selects; refract's total reflection returns zeros.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float3 a = asfloat(In.Load3(i * 24));
    float3 b = asfloat(In.Load3(i * 24 + 12));
    Out.Store3(i * 48, asuint(cross(a, b)));
    Out.Store3(i * 48 + 12, asuint(reflect(a, b)));
    Out.Store3(i * 48 + 24, asuint(normalize(a)));
    Out.Store3(i * 48 + 36, asuint(refract(a, b, 0.5)));
}
