// dxc: -T ms_6_5 -E main
// draw: group 0 sets no counts, group 1 sets counts of zero, group 2 covers the target
// Catches: a missing call taken for the declared counts.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID,
          out vertices Vertex v[3], out primitives Primitive p[1], out indices uint3 tri[1]) {
    if (g == 0) return;
    SetMeshOutputCounts(g == 1 ? 0 : 3, g == 1 ? 0 : 1);
    if (g == 1) return;
    v[t].position = float4(t == 1 ? 3 : -1, t == 2 ? -3 : 1, 0.5, 1);
    v[t].shown = g;
    if (t == 0) {
        tri[0] = uint3(0, 1, 2);
        p[0].extra = g;
        p[0].id = g;
    }
}
