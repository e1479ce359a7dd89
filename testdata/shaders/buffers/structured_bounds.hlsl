// dxc: -T cs_6_2 -E main -enable-16bit-types
// exec: groups 1; t0 raw: 64 element indexes; t1 (stride 2), t2 (12), t3 (24), t4 (40) structured, 8 elements each; u0,space1 raw:
//       64 x 8 words: element of t1, last two words of t2's, low words of t3's three, f.y of t4's (float), h.w of t4's (half);
//       past the end 0
// Catches: indexes whose byte offsets wrap in 32 bits, with strides that are no powers of two.
struct S40 { uint a; float2 f; uint64_t u; half4 h; uint p[2]; };
struct S24 { uint64_t a, b, c; };
ByteAddressBuffer Index : register(t0);
StructuredBuffer<uint16_t> A : register(t1);
StructuredBuffer<uint3> B : register(t2);
StructuredBuffer<S24> C : register(t3);
StructuredBuffer<S40> D : register(t4);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    S24 c = C[k];
    Out.Store4(i * 32, uint4(A[k], B[k].yz, (uint)c.a));
    Out.Store4(i * 32 + 16, uint4((uint)c.b, (uint)c.c, asuint(D[k].f.y), asuint((float)D[k].h.w)));
}
