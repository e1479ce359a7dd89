// dxc: -T gs_6_0 -E main
// draw: a triangle with the sum over its three adjacent vertices
// Catches: vertices of the triangle and adjacent ones in the wrong order.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };

[maxvertexcount(3)]
void main(triangleadj Vertex input[6], inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 6; i += 2) {
        Output o;
        o.position = input[i].position;
        o.shown = float4(input[1].value.x, input[3].value.x, input[5].value.x, input[i].value.x);
        o.extra = input[1].id * 100 + input[3].id * 10 + input[5].id;
        o.id = 3;
        stream.Append(o);
    }
}
