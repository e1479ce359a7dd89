// dxc[mesh]: -T ms_6_5 -E mesh
// dxc[amplification]: -T as_6_5 -E amplification
struct Payload
{
    uint first;
    float scale[3];
};
struct Vertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
};
struct Primitive
{
    uint id : SV_PrimitiveID;
    bool cull : SV_CullPrimitive;
    float4 color : COLOR;
};

[outputtopology("triangle")]
[numthreads(32, 1, 1)]
void mesh(uint thread : SV_GroupThreadID, in payload Payload data, out vertices Vertex vertices[64],
    out primitives Primitive primitives[126], out indices uint3 triangles[126])
{
    SetMeshOutputCounts(3, 1);
    Vertex v;
    v.position = data.scale[0];
    v.uv = thread;
    vertices[thread] = v;
    Primitive p;
    p.id = data.first;
    p.cull = false;
    p.color = 1;
    primitives[thread] = p;
    triangles[thread] = uint3(0, 1, 2);
}

groupshared Payload shared_payload;

[numthreads(4, 2, 1)]
void amplification(uint thread : SV_GroupIndex)
{
    shared_payload.first = thread;
    shared_payload.scale[0] = shared_payload.scale[1] = shared_payload.scale[2] = 2;
    DispatchMesh(1, 2, 3, shared_payload);
}
