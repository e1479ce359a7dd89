// dxc[vs]: -T vs_6_4 -E vertex
// dxc[plain]: -T vs_6_4 -E plain
// dxc[gs]: -T gs_6_4 -E geometry
// dxc[ms]: -T ms_6_5 -E mesh
// dxc: -T ps_6_4 -E pixel
// draw: two triangles, the left half of the target and the right one; uint2: number of the triangle, its rate
// Catches: rates of a primitive that are lost, or of another vertex than the first.
struct Output { nointerpolation uint number : NUMBER; float4 position : SV_Position; uint rate : SV_ShadingRate; };
struct Plain { nointerpolation uint number : NUMBER; float4 position : SV_Position; };

Output vertex(float4 p : POSITION, uint id : SV_VertexID) {
    Output o;
    o.number = id / 3;
    o.position = p;
    // What the others have does not count.
    o.rate = id == 3 ? 5 : id % 3 ? 1 : 0;
    return o;
}

Plain plain(float4 p : POSITION, uint id : SV_VertexID) {
    Plain o;
    o.number = id / 3;
    o.position = p;
    return o;
}

[maxvertexcount(3)]
void geometry(triangle Plain input[3], inout TriangleStream<Output> stream) {
    for (uint i = 0; i < 3; i++) {
        Output o;
        o.number = input[i].number;
        o.position = input[i].position;
        o.rate = input[i].number * 5;
        stream.Append(o);
    }
}

struct Vertex { float4 position : SV_Position; };
struct Primitive { uint number : NUMBER; uint rate : SV_ShadingRate; };

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void mesh(uint thread : SV_GroupIndex, out vertices Vertex v[8], out indices uint3 t[4], out primitives Primitive p[4]) {
    SetMeshOutputCounts(8, 4);
    float left = thread / 2 ? 0 : -1;
    for (uint i = 0; i < 2; i++) {
        uint corner = thread % 2 * 2 + i;
        v[thread * 2 + i].position = float4(left + (corner & 1), 1.0 - (corner >> 1) * 2.0, 0.5, 1);
    }
    uint first = thread / 2 * 4;
    t[thread] = thread & 1 ? uint3(first + 2, first + 1, first + 3) : uint3(first, first + 1, first + 2);
    p[thread].number = thread / 2;
    p[thread].rate = thread / 2 * 5;
}

uint2 pixel(nointerpolation uint number : NUMBER, float4 position : SV_Position, uint rate : SV_ShadingRate) : SV_Target {
    return uint2(number, rate);
}
