// dxc: -T gs_6_0 -E main
// draw: three streams of points with system values each; those of one that is not drawn only go to memory
// Catches: values that have no register in a stream that is not drawn.
struct Drawn { float4 position : SV_Position; uint id : SV_PrimitiveID; };
struct Other { float2 uv : UV; uint id : SV_PrimitiveID; uint layer : SV_RenderTargetArrayIndex; bool front : SV_IsFrontFace; };
struct Third { float4 position : SV_Position; float clip : SV_ClipDistance; uint id : SV_PrimitiveID; };
[maxvertexcount(3)]
void main(point float4 input[1] : POSITION, uint id : SV_PrimitiveID, inout PointStream<Drawn> a, inout PointStream<Other> b,
          inout PointStream<Third> c) {
    Drawn d; d.position = input[0]; d.id = id; a.Append(d);
    Other o; o.uv = input[0].xy; o.id = id + 1; o.layer = id + 2; o.front = id != 3; b.Append(o);
    Third t; t.position = input[0]; t.clip = 1; t.id = id + 4; c.Append(t);
}
