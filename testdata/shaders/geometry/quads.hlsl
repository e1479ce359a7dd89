// dxc: -T gs_6_0 -E main
// dxc[od]: -T gs_6_0 -E main -Od
// draw: two quads of 2x2 pixels for each point and instance; pairs with geometry/show
// Catches: instances, SV_PrimitiveID in and out, strips that are cut, emits in loops, an instance that gives nothing.
struct Vertex { float4 colour : COLOR; float4 position : SV_Position; };
struct Output { float4 colour : COLOR; float4 position : SV_Position; uint id : SV_PrimitiveID; };

[maxvertexcount(8)] [instance(2)]
void main(point Vertex input[1], uint primitive : SV_PrimitiveID, uint instance : SV_GSInstanceID,
          inout TriangleStream<Output> stream) {
    if (primitive == 2 && instance == 1)
        return;
    [loop] for (uint quad = 0; quad < 2; quad++) {
        [loop] for (uint corner = 0; corner < 4; corner++) {
            Output o;
            o.colour = input[0].colour + float4(0, 0, quad, 0);
            o.position = input[0].position;
            o.position.x += (corner & 1) * 0.25 + quad * 0.5;
            o.position.y -= (corner >> 1) * 0.25 + instance;
            o.id = primitive * 10 + instance;
            stream.Append(o);
        }
        stream.RestartStrip();
    }
}
