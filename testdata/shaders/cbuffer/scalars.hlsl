// dxc: -T cs_6_0 -E main
// exec: groups 1 of one thread; b0,space2: 48 bytes {uint a; int b; float c; uint d; float2 e; uint2 f; float3 g; bool h},
//       packed in rows of 16; u0,space1 raw: 12 words: the members in order, h as 0 or 1
// Catches: row and component of each member, bool read from a word.
cbuffer Params : register(b0, space2) { uint a; int b; float c; uint d; float2 e; uint2 f; float3 g; bool h; };
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(1, 1, 1)]
void main() {
    Out.Store4(0, uint4(a, (uint)b, asuint(c), d));
    Out.Store4(16, uint4(asuint(e), f));
    Out.Store4(32, uint4(asuint(g), h ? 1 : 0));
}
