// dxc: -T ms_6_6 -E main -D STAGE=MESH
// dxc[as]: -T as_6_6 -E main -D STAGE=AMPLIFY -D AS
// dxc[none]: -T ms_6_6 -E none
// draw: derivatives and quad reads in a group of 4 x 4 threads
// exec: u0: raw, 64 words: for thread (x, y) four words from 4 (4 y + x) on: across x, diagonal, ddx, ddy
// Catches: quads of mesh and amplification shaders that are not 2 x 2 threads.
struct Vertex { float4 position : SV_Position; };
struct Payload { uint unused; };
RWByteAddressBuffer result : register(u0, space1);

void measure(uint2 id) {
    float value = id.x * id.x * 3 + id.y * 10;
    uint number = id.y * 4 + id.x;
    uint4 words = uint4(QuadReadAcrossX(number), QuadReadAcrossDiagonal(number), asuint(ddx_fine(value)), asuint(ddy_fine(value)));
    result.Store4(number * 16, words);
}

#ifdef AS
groupshared Payload payload;

[numthreads(4, 4, 1)]
void main(uint2 id : SV_GroupThreadID) {
    measure(id);
    payload.unused = 1;
    DispatchMesh(1, 1, 1, payload);
}
#else
[outputtopology("triangle")]
[numthreads(4, 4, 1)]
void main(uint2 id : SV_GroupThreadID, out vertices Vertex v[3], out indices uint3 tri[1]) {
    measure(id);
    SetMeshOutputCounts(3, 0);
    if (id.y == 0 && id.x < 3) v[id.x].position = 0;
}
#endif

[outputtopology("triangle")]
[numthreads(1, 1, 1)]
void none(in payload Payload given, out vertices Vertex v[3], out indices uint3 tri[1]) {
    SetMeshOutputCounts(3, 0);
    v[0].position = v[1].position = v[2].position = 0;
}
