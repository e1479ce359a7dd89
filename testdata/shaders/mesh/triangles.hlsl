// dxc: -T ms_6_5 -E main
// draw: two triangles a group over a quarter of the target, attributes of vertices and primitives
// Catches: vertex and primitive outputs exchanged, indices in another order, counts.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID,
          out vertices Vertex v[4], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(4, 2);
    float2 at = float2(g.x + (t & 1), g.y + (t >> 1));
    v[t].position = float4(at.x - 1, 1 - at.y, 0.5, 1);
    v[t].shown = float4(at, g.xy);
    if (t < 2) {
        tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
        p[t].extra = g.x * 10 + g.y;
        p[t].id = t + 50;
    }
}
