// dxc: -T gs_6_0 -E main
// draw: stream 0 has each point as it came, stream 1 one for each even primitive and two for each odd one
// Catches: streams whose registers are the same, stream output of each, the stream that is drawn.
struct Vertex { float4 colour : COLOR; float4 position : SV_Position; };
struct Other { uint2 number : NUMBER; float4 position : PLACE; float last : LAST; };

[maxvertexcount(3)]
void main(point Vertex input[1], uint primitive : SV_PrimitiveID, inout PointStream<Vertex> drawn,
          inout PointStream<Other> other) {
    drawn.Append(input[0]);
    drawn.RestartStrip();
    [loop] for (uint i = 0; i <= (primitive & 1); i++) {
        Other o;
        o.number = uint2(primitive, i);
        o.position = input[0].position;
        o.last = input[0].colour.g;
        other.Append(o);
        other.RestartStrip();
    }
}
