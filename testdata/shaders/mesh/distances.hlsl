// dxc: -T ms_6_5 -E main
// draw: a triangle over all of the target, of which two clip distances leave a quarter; one behind a cull distance is gone
// Catches: distances of mesh vertices, in one row and in two; pairs with mesh/show
struct Vertex {
    float4 position : SV_Position;
    float first : SV_ClipDistance0;
    float2 rest : SV_ClipDistance1;
    float cull : SV_CullDistance;
    float4 shown : SHOWN;
};
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

[outputtopology("triangle")]
[numthreads(6, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[6], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(6, 2);
    float2 at = float2(t % 3 == 1 ? 3 : -1, t % 3 == 2 ? -3 : 1);
    v[t].position = float4(at, 0.5, 1);
    v[t].first = at.x;
    v[t].rest = float2(at.y, 1);
    v[t].cull = t < 3 ? -1 : 1;
    v[t].shown = t < 3 ? 1 : 2;
    if (t < 2) {
        tri[t] = uint3(0, 1, 2) + t * 3;
        p[t].extra = t + 5;
        p[t].id = t;
    }
}
