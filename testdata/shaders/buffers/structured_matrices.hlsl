// dxc: -T cs_6_0 -E main
// dxc[rowmajor]: -T cs_6_0 -E main -Zpr
// exec: groups 1; t0 structured (stride 64) 4 float4x4 (column major in memory, row major in the other variant); t1
//       structured (stride 16) 4 float4; u0,space1 structured (stride 16): M * v; u1,space1 structured (stride 24): 4 x
//       row_major float2x3 of rows 1 and 2, columns 1 to 3, of M
// Catches: matrix layout in structured buffers.
struct Part { row_major float2x3 m; };
StructuredBuffer<float4x4> M : register(t0);
StructuredBuffer<float4> V : register(t1);
RWStructuredBuffer<float4> Out : register(u0, space1);
RWStructuredBuffer<Part> Parts : register(u1, space1);

[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = mul(M[i], V[i]);
    Parts[i].m = float2x3(M[i][1].yzw, M[i][2].yzw);
}
