// dxc: -T ms_6_5 -E main
// exec: with mesh/show; b0,space2: vertices and primitives that are asked for, of 3 and 1; groups 4 columns
// draw: a quarter of the target a group, if it gives something
// Catches: more vertices or primitives than declared.
cbuffer C : register(b0, space2) { uint4 Vertices; uint4 Primitives; };
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint id : SV_PrimitiveID; uint extra : EXTRA; };

[numthreads(1, 1, 1)]
[outputtopology("triangle")]
void main(uint3 group : SV_GroupID, out vertices Vertex v[3], out primitives Primitive p[1], out indices uint3 t[1]) {
    uint g = group.x;
    SetMeshOutputCounts(Vertices[g], Primitives[g]);
    float left = g * 0.5 - 1;
    [unroll] for (uint i = 0; i < 3; i++) {
        v[i].position = float4(left + (i == 1 ? 1 : 0), i == 2 ? -3 : 1, 0, 1);
        v[i].shown = float4(g, 1, 2, 3);
    }
    t[0] = uint3(0, 1, 2);
    p[0].id = g;
    p[0].extra = 7;
}
