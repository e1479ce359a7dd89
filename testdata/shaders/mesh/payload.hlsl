// dxc: -T as_6_5 -E amplify
// dxc[ms]: -T ms_6_5 -E main
// draw: an amplification group starts mesh groups of a payload that its threads wrote; each draws a column
// Catches: a payload that other threads' parts are missing from, DispatchMesh by one thread or by none.
struct Payload { float4 shown[4]; uint first; };
struct Vertex { float4 position : SV_Position; float4 shown : SHOWN; };
struct Primitive { uint extra : EXTRA; uint id : SV_PrimitiveID; };
groupshared Payload payload;

[numthreads(4, 1, 1)]
void amplify(uint t : SV_GroupThreadID, uint g : SV_GroupID) {
    payload.shown[t] = float4(t, t * t, g, 1);
    if (t == 2) payload.first = g * 2;
    DispatchMesh(2, 1, 1, payload);
}

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID, in payload Payload given,
          out vertices Vertex v[4], out primitives Primitive p[2], out indices uint3 tri[2]) {
    SetMeshOutputCounts(4, 2);
    uint column = given.first + g;
    v[t].position = float4((column + (t & 1)) / 2.0 - 1, t & 2 ? -1 : 1, 0.5, 1);
    v[t].shown = given.shown[column & 3];
    if (t < 2) {
        tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(2, 1, 3);
        p[t].extra = column;
        p[t].id = t;
    }
}
