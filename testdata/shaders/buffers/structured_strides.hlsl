// dxc: -T cs_6_0 -E main
// dxc[sm62]: -T cs_6_2 -E main
// exec: groups 1; t0..t5 structured, strides 4, 8, 12, 20, 36, 64, 16 elements each, words counting up from 0, 1000, ..
//       5000; t6 raw: 16 element indexes (past the end: 0); u0,space1 raw: 16 x 8 words (S4, S8.y, S12.xyz, last word of
//       S20, word 7 of S36, last word of S64)
// Catches: stride times index plus offset, bounds by element.
struct S20 { float a; float3 b; uint c; };
struct S36 { float3x3 m; };
struct S64 { float4x4 m; };
StructuredBuffer<uint> A : register(t0);
StructuredBuffer<uint2> B : register(t1);
StructuredBuffer<uint3> C : register(t2);
StructuredBuffer<S20> D : register(t3);
StructuredBuffer<S36> E : register(t4);
StructuredBuffer<S64> F : register(t5);
ByteAddressBuffer Index : register(t6);
RWByteAddressBuffer Out : register(u0, space1);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint k = Index.Load(i * 4);
    Out.Store4(i * 32, uint4(A[k], B[k].y, C[k].xy));
    Out.Store4(i * 32 + 16, uint4(C[k].z, D[k].c, asuint(E[k].m[1][2]), asuint(F[k].m[3][3])));
}
