// dxc: -T as_6_5 -E main -D AS -Vd
// dxc[ms]: -T ms_6_5 -E main
// draw: no payload at all: groups (x, y) of a shape that depends on the amplification group, in columns and rows
// Catches: an empty payload, shapes of two dimensions, a group that starts none.
struct Payload {};
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

#ifdef AS
groupshared Payload payload;

[numthreads(3, 1, 1)]
void main(uint g : SV_GroupID) {
    DispatchMesh(g == 1 ? 0 : 4, g == 1 ? 1 : 2, 1, payload);
}
#else
[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID, in payload Payload given,
          out vertices Vertex v[4], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(4, 2);
    v[t].position = float4((g.x + (t & 1)) / 2.0 - 1, 1.0 - g.y - (t >> 1), 0.5, 1);
    v[t].shown = float4(g, 7);
    if (t < 2) {
        tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
        p[t].extra = g.x + g.y * 4;
        p[t].id = t;
    }
}
#endif
