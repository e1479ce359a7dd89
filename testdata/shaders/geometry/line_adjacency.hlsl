// dxc: -T gs_6_0 -E main
// draw: a line with two adjacent vertices becomes a triangle over all of the target
// Catches: adjacent vertices that are taken for the line's.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };

[maxvertexcount(3)]
void main(lineadj Vertex input[4], inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; i++) {
        Output o;
        o.position = float4(i == 1 ? 3 : -1, i == 2 ? -3 : 1, 0.5, 1);
        o.shown = float4(input[0].value.x, input[1].value.x, input[2].value.x, input[3].value.x);
        o.extra = input[3].id;
        o.id = 9;
        stream.Append(o);
    }
}
