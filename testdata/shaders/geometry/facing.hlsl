// dxc: -T gs_6_0 -E main
// dxc[ps]: -T ps_6_0 -E pixel
// draw: 1 in the left half, 2 in the right one; behind a vertex shader with a position alone
// Catches: the side that the rasterizer finds in place of the one that the geometry shader gives.
struct Output { float4 position : SV_Position; uint front : SV_IsFrontFace; };

void half_of(float left, uint front, inout TriangleStream<Output> stream) {
    Output o;
    o.front = front;
    for (uint corner = 0; corner < 4; ++corner) {
        o.position = float4(left + (corner >> 1), (corner & 1) * 2.0 - 1.0, 0.5, 1);
        stream.Append(o);
    }
    stream.RestartStrip();
}

[maxvertexcount(8)]
void main(triangle float4 position[3] : SV_Position, inout TriangleStream<Output> stream) {
    half_of(-1, 1, stream);
    half_of(0, 0, stream);
}

float4 pixel(float4 position : SV_Position, bool front : SV_IsFrontFace) : SV_Target { return front ? 1 : 2; }
