// dxc: -T gs_6_0 -E main
// draw: one triangle to each of two viewports, with clip distances that cut off the right half of the second
// Catches: viewport and clip distance outputs of a geometry shader.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output {
    float4 position : SV_Position;
    float4 shown : SHOWN;
    nointerpolation uint extra : EXTRA;
    uint id : SV_PrimitiveID;
    uint viewport : SV_ViewportArrayIndex;
    float clip : SV_ClipDistance;
};

[maxvertexcount(6)]
void main(triangle Vertex input[3], inout TriangleStream<Output> stream) {
    for (uint v = 0; v < 2; v++) {
        for (uint i = 0; i < 3; i++) {
            Output o;
            o.position = input[i].position;
            o.shown = float4(v, input[i].value, 0);
            o.extra = 40 + v;
            o.id = v;
            o.viewport = v;
            o.clip = v == 0 ? 1 : -input[i].position.x;
            stream.Append(o);
        }
        stream.RestartStrip();
    }
}
