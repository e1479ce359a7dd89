// dxc: -T gs_6_0 -E main
// dxc[od]: -T gs_6_0 -E main -Od
// draw: two triangles of one invocation, each a strip of its own; what is drawn between them would be a third
// Catches: EmitThenCut that does one of the two.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Input { float4 position : POSITION; float2 value : VALUE; };

[maxvertexcount(8)]
void main(point Input input[1], inout TriangleStream<Vertex> stream) {
    [unroll] for (uint n = 0; n < 8; n++) {
        uint quad = n / 4, corner = n % 4;
        float2 at = float2(quad * 8 + (corner & 1) * 4, (corner >> 1) * 4) + input[0].value;
        Vertex o;
        o.position = float4(at.x / 8 - 1, 1 - at.y / 8, 0.5, 1);
        o.shown = float4(quad, input[0].value, 1);
        stream.Append(o);
        if (corner == 3) stream.RestartStrip();
    }
}
