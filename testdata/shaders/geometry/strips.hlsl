// dxc: -T gs_6_0 -E main
// draw: a point becomes two triangles of a strip, cut from the next; each point a column of the target
// Catches: strips that are not cut, or cut one vertex too early.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };

void rectangle(float2 low, float2 high, float4 shown, uint id, uint extra, inout TriangleStream<Output> stream) {
    Output o;
    o.shown = shown;
    o.id = id;
    o.extra = extra;
    for (uint i = 0; i < 4; i++) {
        float2 at = float2(i & 1 ? high.x : low.x, i & 2 ? low.y : high.y);
        o.position = float4(at.x * 2 - 1, at.y * 2 - 1, 0.5, 1);
        stream.Append(o);
    }
    stream.RestartStrip();
}

[maxvertexcount(8)]
void main(point Vertex input[1], uint id : SV_PrimitiveID, inout TriangleStream<Output> stream) {
    float x = id * 0.25;
    rectangle(float2(x, 0.5), float2(x + 0.25, 1), float4(input[0].value, 1, 0), id + 100, input[0].id, stream);
    if (input[0].value.x > 2) rectangle(float2(x, 0), float2(x + 0.25, 0.25), float4(input[0].value, 2, 0), id + 200, 7, stream);
}
