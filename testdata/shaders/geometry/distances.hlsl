// dxc: -T gs_6_0 -E main
// dxc[vs]: -T vs_6_0 -E vertex
// draw: the triangle as it came, its first two clip distances swapped and the second of them negated
// Catches: arrays of distances for each vertex, distances of two elements, in and out.
struct Vertex { float4 position : SV_Position; float first : SV_ClipDistance0; float2 rest : SV_ClipDistance1; };

Vertex vertex(float4 p : POSITION) {
    Vertex o;
    o.position = p;
    o.first = p.x;
    o.rest = float2(p.y, 1);
    return o;
}

[maxvertexcount(3)]
void main(triangle Vertex input[3], inout TriangleStream<Vertex> stream) {
    for (uint i = 0; i < 3; i++) {
        Vertex o;
        o.position = input[i].position;
        o.first = input[i].rest.x;
        o.rest = float2(-input[i].first, input[i].rest.y);
        stream.Append(o);
    }
}
