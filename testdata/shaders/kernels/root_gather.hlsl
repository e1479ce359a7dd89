// dxc: -T cs_6_0 -E main
// exec: groups 65535; root SRVs t0 structured (stride 12): indices, t1 structured (stride 32): vertices; root UAV u0,space1 structured (stride 16)
// Catches: addresses of vertices computed again for each of their fields.
struct Vertex { float3 p; float u; float3 n; float v; };
StructuredBuffer<uint3> Triangles : register(t0);
StructuredBuffer<Vertex> Vertices : register(t1);
RWStructuredBuffer<float4> Out : register(u0, space1);

[RootSignature("SRV(t0), SRV(t1), UAV(u0, space = 1)")]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint3 t = Triangles[i] & 0xffff;
    Vertex a = Vertices[t.x], b = Vertices[t.y], c = Vertices[t.z];
    Out[i] = float4(a.p + b.p + c.p, a.u + b.u + c.u) + float4(a.n * b.n * c.n, a.v * b.v * c.v);
}
