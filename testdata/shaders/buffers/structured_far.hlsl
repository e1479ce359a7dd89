// dxc: -T cs_6_0 -E main
// exec: groups 1 of 16 threads; t0 raw: 16 element indexes to read; t1 (stride 4), t2 (12), t3 (16), t4 (20), t5 (32) structured,
//       40 words each; t6 raw: 16 x 4 element indexes to write, of u1, u2, u3 and u4; u0,space1 raw: 16 x 24 words: the elements of
//       t1, t2, t3, t4 and t5, 3 words 0; u1 (stride 4), u2 (12), u3 (20), u4 (32), all in space1, 40 words each: element
//       number t6[i].x, .y, .z or .w becomes i + 1 (each word)
// Catches: where elements are whose byte offsets reach 2^32: of strides that divide 2^32 and others, of which an element may lie
//          across it.
struct S20 { uint a, b, c, d, e; };
struct S32 { uint4 a, b; };
ByteAddressBuffer Index : register(t0);
StructuredBuffer<uint> A : register(t1);
StructuredBuffer<uint3> B : register(t2);
StructuredBuffer<uint4> C : register(t3);
StructuredBuffer<S20> D : register(t4);
StructuredBuffer<S32> E : register(t5);
ByteAddressBuffer Places : register(t6);
RWByteAddressBuffer Out : register(u0, space1);
RWStructuredBuffer<uint> ToA : register(u1, space1);
RWStructuredBuffer<uint3> ToB : register(u2, space1);
RWStructuredBuffer<S20> ToD : register(u3, space1);
RWStructuredBuffer<S32> ToE : register(u4, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    uint at = i * 96;
    S20 d = D[k];
    S32 e = E[k];
    Out.Store4(at, uint4(A[k], B[k]));
    Out.Store4(at + 16, C[k]);
    Out.Store4(at + 32, uint4(d.a, d.b, d.c, d.d));
    Out.Store4(at + 48, uint4(d.e, e.a.xyz));
    Out.Store4(at + 64, uint4(e.a.w, e.b.xyz));
    Out.Store4(at + 80, uint4(e.b.w, 0, 0, 0));

    uint4 to = Places.Load4(i * 16);
    uint v = i + 1;
    ToA[to.x] = v;
    ToB[to.y] = v;
    S20 whole = { v, v, v, v, v };
    ToD[to.z] = whole;
    S32 both = { v.xxxx, v.xxxx };
    ToE[to.w] = both;
}
