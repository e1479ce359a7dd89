// dxc: -T gs_6_0 -E main
// dxc[vs]: -T vs_6_0 -E vertex
// draw: clip distances and positions that come from the vertex shader, read at each vertex and written again
// Catches: built-ins of the input block that are not arrays over the vertices.
struct Input { float4 position : SV_Position; float2 clip : SV_ClipDistance; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; float clip : SV_ClipDistance; };

Input vertex(float4 p : POSITION, float2 v : VALUE) {
    Input o;
    o.position = p;
    o.clip = v;
    return o;
}

[maxvertexcount(3)]
void main(triangle Input input[3], inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; i++) {
        Output o;
        o.position = input[i].position;
        o.shown = float4(input[i].clip, input[(i + 1) % 3].position.xy);
        o.extra = 1;
        o.id = 2;
        o.clip = input[i].clip.y;
        stream.Append(o);
    }
}
