// dxc: -T gs_6_0 -E main
// draw: instance i goes to layer i / 2 and viewport i % 2; pairs with pixel/layer_viewport
// Catches: SV_RenderTargetArrayIndex and SV_ViewportArrayIndex of a geometry shader.
struct Vertex { float4 colour : COLOR; float4 position : SV_Position; };
struct Output { float4 position : SV_Position; uint layer : SV_RenderTargetArrayIndex; uint viewport : SV_ViewportArrayIndex; };

[maxvertexcount(3)] [instance(4)]
void main(triangle Vertex input[3], uint instance : SV_GSInstanceID, inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; i++) {
        Output o;
        o.position = input[i].position;
        o.layer = instance >> 1;
        o.viewport = instance & 1;
        stream.Append(o);
    }
}
