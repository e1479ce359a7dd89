// dxc: -T gs_6_0 -E main
// dxc[ps]: -T ps_6_0 -E show
// draw: each point a square of 4 x 4 pixels; it passes on a number of its own for the primitive's
// Catches: SV_PrimitiveID out of a geometry shader that is the rasterizer's, not what was written.
struct Input { float4 position : POSITION; float2 value : VALUE; };
struct Output { float4 position : SV_Position; uint id : SV_PrimitiveID; float2 value : VALUE; };

[maxvertexcount(4)]
void main(point Input input[1], uint primitive : SV_PrimitiveID, inout TriangleStream<Output> stream) {
    for (uint k = 0; k < 4; k++) {
        Output o;
        o.position = input[0].position + float4((k & 1) * 0.5, (k >> 1) * -0.5, 0, 0);
        o.value = input[0].value;
        o.id = 1000 + primitive * 7;
        stream.Append(o);
    }
}

uint4 show(float4 position : SV_Position, uint id : SV_PrimitiveID, float2 value : VALUE) : SV_Target {
    return uint4(id, value, 1);
}
