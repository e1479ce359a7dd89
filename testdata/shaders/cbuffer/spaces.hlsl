// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: uint a; b1,space2: uint b; b0,space5: uint c; b7,space7: uint4 d; u0,space1 raw: a, b, c,
//       d.w
// Catches: the same register in several spaces; tbuffer beside cbuffer syntax.
cbuffer A : register(b0, space2) { uint a; };
cbuffer B : register(b1, space2) { uint b; };
cbuffer C : register(b0, space5) { uint c; };
cbuffer D : register(b7, space7) { uint4 d; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, uint4(a, b, c, d.w));
}
