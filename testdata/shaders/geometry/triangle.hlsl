// dxc: -T gs_6_0 -E main
// dxc[od]: -T gs_6_0 -E main -Od
// draw: a triangle as it comes in, with values of the next vertex; the number is the primitive's times 10
// Catches: the vertex index taken for a row, outputs lost between two emits.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };
cbuffer Mode : register(b0, space2) { uint mode; };

[maxvertexcount(3)]
void main(triangle Vertex input[3], uint id : SV_PrimitiveID, inout TriangleStream<Output> stream) {
    [loop] for (uint i = 0; i < 3; i++) {
        Output o;
        o.position = input[i].position;
        o.shown = float4(input[i].value, input[(i + 1 + mode) % 3].value);
        o.extra = input[2].id;
        o.id = id * 10;
        stream.Append(o);
    }
}
