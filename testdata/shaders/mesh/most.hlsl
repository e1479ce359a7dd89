// dxc: -T ms_6_5 -E main
// draw: 256 vertices and 256 primitives of 128 threads: a strip of 16 x 8 quads that share no vertex with their neighbours
// in y; pairs with mesh/show
// Catches: the last vertex and primitive, vertices and primitives written by other threads than their own number.
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

[outputtopology("triangle")]
[numthreads(128, 1, 1)]
void main(uint t : SV_GroupThreadID, out vertices Vertex v[256], out primitives Primitive p[256], out indices uint3 tri[256]) {
    SetMeshOutputCounts(256, 256);
    // 16 rows of 16 vertices: row pairs make 8 rows of 15 quads, 120 of which are drawn with two triangles each.
    [loop] for (uint k = 0; k < 2; k++) {
        uint n = 255 - (t * 2 + k);
        uint row = n / 16, column = n % 16;
        v[n].position = float4(column / 7.5 - 1, 1 - ((row + 1) / 2 * 2) / 8.0, 0.5, 1);
        v[n].shown = float4(row / 2, 1, 2, 3);
    }
    [loop] for (uint j = 0; j < 2; j++) {
        uint n = (t + 64) % 128 * 2 + j;
        uint quad = n / 2;
        uint first = quad / 15 * 32 + quad % 15;
        if (quad >= 120) first = 0;
        tri[n] = quad >= 120 ? uint3(0, 0, 0) : (n & 1) ? first + uint3(16, 1, 17) : first + uint3(0, 1, 16);
        p[n].extra = quad / 15;
        p[n].id = n;
    }
}
