// dxc: -T ms_6_5 -E main
// draw: a line in every fourth row
// Catches: index vectors of two.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

[outputtopology("line")]
[numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[8], out primitives Primitive p[4], out indices uint2 ends[4]) {
    SetMeshOutputCounts(8, 4);
    float row = t / 2 * 4 + 2.5;
    v[t].position = float4(t & 1 ? 1 : -1, 1 - row / 8, 0.5, 1);
    v[t].shown = float4(t / 2, 1, 2, 3);
    if (t < 4) {
        ends[t] = uint2(t * 2, t * 2 + 1);
        p[t].extra = t;
        p[t].id = 7;
    }
}
