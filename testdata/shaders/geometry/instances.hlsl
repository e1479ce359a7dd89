// dxc: -T gs_6_0 -E main
// draw: four instances, each a quarter of the target; the layer of the target is the instance's lowest bit
// Catches: the number of instances, and which of them runs.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output {
    float4 position : SV_Position;
    float4 shown : SHOWN;
    nointerpolation uint extra : EXTRA;
    uint id : SV_PrimitiveID;
    uint layer : SV_RenderTargetArrayIndex;
};

[instance(4)]
[maxvertexcount(4)]
void main(point Vertex input[1], uint instance : SV_GSInstanceID, inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 4; i++) {
        Output o;
        float2 at = float2((instance & 1) + (i & 1), (instance >> 1) + (i >> 1));
        o.position = float4(at.x - 1, 1 - at.y, 0.5, 1);
        o.shown = float4(instance, input[0].value, at.x);
        o.extra = instance;
        o.id = 5;
        o.layer = instance & 1;
        stream.Append(o);
    }
}
