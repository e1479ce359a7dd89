// dxc: -T as_6_5 -E main -D AS
// dxc[ms]: -T ms_6_5 -E main
// dxc[narrow]: -T as_6_5 -E main -D AS -D THREADS=1
// draw: a payload of 16384 bytes written by 32 threads (or one), for 2 x 2 x 2 mesh groups of each of two; a column each
// Catches: the end of a large payload, the shape of the groups that are started.
#ifndef THREADS
#define THREADS 32
#endif
struct Payload { uint words[4095]; uint group; };
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };

#ifdef AS
groupshared Payload payload;

[numthreads(THREADS, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID) {
    for (uint i = t; i < 4095; i += THREADS) payload.words[i] = i * 2 + g;
    if (t == 0) payload.group = g;
    DispatchMesh(2, 2, 2, payload);
}
#else
[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID, in payload Payload given,
          out vertices Vertex v[4], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(4, 2);
    uint column = given.group * 8 + g.z * 4 + g.y * 2 + g.x;
    v[t].position = float4((column + (t & 1)) / 8.0 - 1, t & 2 ? -1 : 1, 0.5, 1);
    v[t].shown = float4(given.words[column * 257 % 4095], given.words[4094 - column], given.words[column], given.group);
    if (t < 2) {
        tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
        p[t].extra = column;
        p[t].id = t;
    }
}
#endif
