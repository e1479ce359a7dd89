// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1 of one thread; b0,space2: half a; half3 b; uint16 c; half d; half2 e (row 0, 8 halves, in order), float f; half g;
//       (row 1), half4 h[2] (rows 2, 3); u0,space1 raw: float of a, b.xyz, uint c, float of d, e.xy, f, g, h[0].xyzw, h[1].yw
// Catches: rows of eight 16-bit components (CBufRet.f16.8, i16.8) and 16-bit members between 32-bit ones.
cbuffer Params : register(b0, space2) { half a; half3 b; uint16_t c; half d; half2 e; float f; half g; half4 h[2]; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, asuint(float4(a, b)));
    Out.Store4(16, uint4(c, asuint(float3(d, e))));
    Out.Store2(32, asuint(float2(f, g)));
    Out.Store4(40, asuint(float4(h[0])));
    Out.Store2(56, asuint(float2(h[1].yw)));
}
