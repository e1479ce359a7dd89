// dxc[vs]: -T vs_6_0 -E vertex
// dxc[gs]: -T gs_6_0 -E geometry
// dxc[ps]: -T ps_6_0 -E pixel
// draw: stream output of the rows of one output, apart from each other and in several buffers; the target has their sum
// Catches: rows that are written together or not at all, a row that the shader computes, what a vertex had that was emitted
// before.
struct Output { float3 rows[4] : ROWS; float4 position : SV_Position; };

Output vertex(float4 p : POSITION, uint id : SV_VertexID) {
    Output o;
    o.position = p;
    for (uint i = 0; i < 4; i++)
        o.rows[i] = float3(id, i, p.x);
    // Known as it runs alone.
    o.rows[id % 4].y = 100;
    return o;
}

[maxvertexcount(2)]
void geometry(point Output input[1], inout PointStream<Output> stream) {
    Output o = input[0];
    o.rows[2].z = 50;
    stream.Append(o);
    o.rows[(uint)o.rows[0].x % 4] = float3(7, 8, 9);
    o.rows[1] += 1;
    stream.Append(o);
}

float4 pixel(float3 rows[4] : ROWS, float4 position : SV_Position) : SV_Target {
    return float4(rows[0] + rows[1] + rows[2] + rows[3], 1);
}
