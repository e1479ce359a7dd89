// dxc: -T gs_6_0 -E main -D PRIMITIVE=triangleadj -D COUNT=6
// dxc[lineadj]: -T gs_6_0 -E main -D PRIMITIVE=lineadj -D COUNT=4
// dxc[triangle]: -T gs_6_0 -E main -D PRIMITIVE=triangle -D COUNT=3
// dxc[line]: -T gs_6_0 -E main -D PRIMITIVE=line -D COUNT=2
// draw: a point where each vertex is, of the colour of the next one; pairs with geometry/colour_only
// Catches: the number of vertices of each input primitive, and their order; vertices by a computed index.
struct Vertex { float4 colour : COLOR; float4 position : SV_Position; };

[maxvertexcount(COUNT)]
void main(PRIMITIVE Vertex input[COUNT], inout PointStream<Vertex> stream) {
    [loop] for (uint i = 0; i < COUNT; i++) {
        Vertex o;
        o.colour = input[(i + 1) % COUNT].colour;
        o.position = input[i].position;
        stream.Append(o);
    }
}
