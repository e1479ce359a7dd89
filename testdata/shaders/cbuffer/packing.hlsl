// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: 8 rows, word k = k: float3 a (0), float b (3), float2 c (4), float3 d (8), float e[2]
//       (12, 16), float f (17), struct {float2 g; float h} s (20, 22), float i packoffset(c7.z) (30); u0,space1 raw: 16 words
//       a.xyz, b, c.xy, d.xyz, e[0], e[1], f, s.g.xy, s.h, i
// Catches: D3D packing rules: no straddling of rows, array elements in rows of their own, structs at row starts.
struct S { float2 g; float h; };
cbuffer Params : register(b0, space2) {
    float3 a : packoffset(c0);
    float b : packoffset(c0.w);
    float2 c : packoffset(c1);
    float3 d : packoffset(c2);
    float e[2] : packoffset(c3);
    float f : packoffset(c4.y);
    S s : packoffset(c5);
    float i : packoffset(c7.z);
};
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, asuint(float4(a, b)));
    Out.Store4(16, asuint(float4(c, d.xy)));
    Out.Store4(32, asuint(float4(d.z, e[0], e[1], f)));
    Out.Store4(48, asuint(float4(s.g, s.h, i)));
}
