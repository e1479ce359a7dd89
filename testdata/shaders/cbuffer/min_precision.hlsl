// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: min16float a, min16int b, min16uint c, float d, min16float4 e: each takes 32 bits (as
//       float, int, uint), d and e begin rows of their own; u0,space1 raw: a*2, b, c, d, e.xyzw as 32-bit values
// Catches: min-precision members occupy full 32-bit slots.
cbuffer Params : register(b0, space2) { min16float a; min16int b; min16uint c; float d; min16float4 e; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, uint4(asuint((float)(a * 2)), (uint)(int)b, (uint)c, asuint(d)));
    Out.Store4(16, asuint(float4(e)));
}
