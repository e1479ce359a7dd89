// dxc: -T gs_6_0 -E main -D POINTS=4
// dxc[p1]: -T gs_6_0 -E main -D POINTS=1
// dxc[p2]: -T gs_6_0 -E main -D POINTS=2
// dxc[p3]: -T gs_6_0 -E main -D POINTS=3
// dxc[p6]: -T gs_6_0 -E main -D POINTS=6
// draw: two patches without tessellation; each becomes half of the target
// Catches: control points in another order, patches that share them, numbers of patches.
struct Vertex { float4 position : POSITION; float2 value : VALUE; nointerpolation uint id : IDENTITY; };
struct Output { float4 position : SV_Position; float4 shown : SHOWN; nointerpolation uint extra : EXTRA; uint id : SV_PrimitiveID; };

[maxvertexcount(4)]
void main(InputPatch<Vertex, POINTS> input, uint number : SV_PrimitiveID, inout TriangleStream<Output> stream) {
    float sum = 0;
    for (uint i = 0; i < POINTS; i++)
        sum = sum * 10 + input[i].value.x;
    for (uint corner = 0; corner < 4; corner++) {
        Output o;
        o.position = float4(float(number) - 1 + (corner & 1), corner & 2 ? -1 : 1, 0.5, 1);
        o.shown = float4(sum, input[POINTS - 1].id, number, POINTS);
        o.extra = input[0].id;
        o.id = 40 + number;
        stream.Append(o);
    }
}
