// dxc: -T gs_6_0 -E main
// draw: after tessellation: the patch's number
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };

[maxvertexcount(3)]
void main(triangle Vertex input[3], uint id : SV_PrimitiveID, inout TriangleStream<Vertex> stream) {
    for (uint i = 0; i < 3; i++) {
        Vertex o = input[i];
        o.shown.w = id + 100;
        stream.Append(o);
    }
}
